"""What a sensitivity study says of each assumed value, to stand beside it on the page of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reports.languages.language import Language
from reports.pages.compare import played_by
from reports.sweeping import shown_value

SCHEMA = "fairdeal.sensitivity/1"


@dataclass(frozen=True)
class Study:
    """The part of a sensitivity study that is about the rules of one run.

    Attributes
    ----------
    document : mapping
        The whole study.
    result : mapping
        Its entry for these rules at this player count.
    """

    document: Mapping[str, Any]
    result: Mapping[str, Any]

    def said_of(self, key: str, language: Language) -> str:
        """What came of changing an assumed value, in a few words."""
        dial = next((one for one in self.result["dials"] if one["key"] == key), None)
        if dial is None:
            return language.say(f"assumed.{self._untried(key)}")
        tried = ", ".join(shown_value(level["value"]) for level in dial["levels"])
        said = language.say("assumed.tried", power=language.say(f"assumed.power.{dial['alone']}"), tried=tried)
        if dial["in_combination"] == dial["alone"]:
            return said
        return said + language.say("assumed.together", power=language.say(f"assumed.power.{dial['in_combination']}"))

    def _untried(self, key: str) -> str:
        if any(one[0] == key for one in self.result["not_playable"]):
            return "unplayable"
        return "unknown" if key in self.result["not_tried"] else "left"

    def note(self, language: Language) -> str:
        """What the study asked, who played in it, and how it found the rules as they stand."""
        goals = ", ".join(f"{one['metric']} {language.number(one['goal'])}" for one in self.document["goals"])
        stands = language.say(f"sense.stands.{self.result['as_it_stands']['verdict']}")
        return language.say(
            "assumed.note", stands=stands + language.say("sense.goals", goals=goals),
            games=language.count(self.document["games"]), policies=played_by(self.document["policies"], language),
        )  # fmt: skip


def study_of(document: Mapping[str, Any] | None, entry: Mapping[str, Any]) -> Study | None:
    """The part of a study that is about an entry of a run, of the same rules at the same player count; else None."""
    for result in (document or {}).get("results", ()):
        same = result["hash"] == entry["variant"]["hash"] and result["game"] == entry["variant"]["game"]
        if same and result["players"] == entry["players"]:
            return Study(document or {}, result)
    return None
