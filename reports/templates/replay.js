"use strict";
(function () {
  function player(root) {
    var turns = Number(root.dataset.turns);
    var data = root.querySelector('script[type="application/json"]');
    var film = data ? JSON.parse(data.textContent) : null;
    var board = root.querySelector(".board");
    var told = Array.prototype.map.call(root.querySelectorAll(".turns li"), function (item) { return item.textContent; });
    var now = root.querySelector(".now"), start = root.querySelector(".start"), end = root.querySelector(".end");
    var range = root.querySelector("input"), output = root.querySelector("output");
    var buttons = root.querySelectorAll("button[data-go]");
    var at = 0;

    function show(turn) {
      at = Math.max(0, Math.min(turns, turn));
      if (film) {
        board.innerHTML = film.frames[at].map(function (line) { return film.lines[line]; }).join("\n");
        var drawing = board.querySelector("svg");
        drawing.setAttribute("role", "img");
        drawing.setAttribute("aria-label", root.dataset.label.replace("#", at));
      }
      now.textContent = at ? at + ". " + told[at - 1] : "";
      start.hidden = at !== 0;
      end.hidden = at !== turns;
      range.value = at;
      output.textContent = at;
      root.dataset.turn = at;
      buttons[0].disabled = buttons[1].disabled = at === 0;
      buttons[2].disabled = buttons[3].disabled = at === turns;
    }

    function go(where) {
      show({ first: 0, previous: at - 1, next: at + 1, last: turns }[where]);
    }

    function key(event) {
      var where = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" }[event.key];
      if (!where || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
      event.preventDefault();
      go(where);
    }

    Array.prototype.forEach.call(buttons, function (button) {
      button.addEventListener("click", function () { go(button.dataset.go); });
    });
    range.addEventListener("input", function () { show(Number(range.value)); });
    root.querySelector(".controls").hidden = false;
    (document.body.classList.contains("single") ? document : root).addEventListener("keydown", key);
    root.classList.add("live");
    show(0);
  }

  Array.prototype.forEach.call(document.querySelectorAll(".replay"), player);
  window.addEventListener("beforeprint", function () {
    Array.prototype.forEach.call(document.querySelectorAll("details.turns"), function (one) { one.open = true; });
  });
})();
