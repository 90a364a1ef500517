"""The keyed streams once more, with Python integers and a 64-bit mask, written from their definition."""

MASK = (1 << 64) - 1


def mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def key_and_twist(seed: int, purpose: int, play: int) -> tuple[int, int]:
    base = mix((seed + purpose * 0xA0761D6478BD642F) & MASK)
    key = mix((base + play * 0xD1342543DE82EF95) & MASK)
    return key, mix((key + 0xE7037ED1A0B428DB) & MASK)


def word(key: int, twist: int, at: int) -> int:
    z = (key + at * 0x9E3779B97F4A7C15) & MASK
    z = (((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) + twist) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Stream:
    def __init__(self, seed: int, purpose: int, play: int) -> None:
        self.key, self.twist = key_and_twist(seed, purpose, play)
        self.at = 0

    def draw(self) -> int:
        self.at += 1
        return word(self.key, self.twist, self.at - 1)

    def below(self, n: int) -> int:
        while True:
            product = self.draw() * n
            if product & MASK >= (1 << 64) % n:
                return product >> 64
