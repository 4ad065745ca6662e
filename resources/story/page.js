(function () {
  "use strict";
  var SVG = "http://www.w3.org/2000/svg";
  var data = JSON.parse(document.getElementById("data").textContent);
  var states = data.states, styles = data.styles, palette = data.palette, borders = data.borders;
  var phases = document.querySelectorAll(".phase");
  var now = -1, timer = null;
  function byId(id) { return document.getElementById(id); }
  function clear(element) { while (element.firstChild) element.removeChild(element.firstChild); }
  function make(name, attributes) {
    var element = document.createElementNS(SVG, name);
    for (var key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  }
  function place(layer, items) {
    clear(layer);
    items.forEach(function (item) {
      layer.appendChild(make("use", { href: "#y" + item[0], x: item[1], y: item[2] }));
    });
  }
  function showBoard(state) {
    state.l.forEach(function (colour, land) {
      byId("f" + land).setAttribute("fill", palette[colour][0]);
      byId("f" + land).setAttribute("stroke", palette[colour][0]);
      var woven = byId("w" + land), rim = byId("r" + land);
      if (woven) woven.setAttribute("fill", palette[colour][2]);
      if (rim) rim.setAttribute("stroke", palette[colour][1]);
    });
    borders.forEach(function (sides, number) {
      var one = sides[0] < 0 ? -1 : state.l[sides[0]], other = sides[1] < 0 ? -1 : state.l[sides[1]];
      var line = data.lines[one === other ? 0 : 1], border = byId("b" + number);
      border.setAttribute("stroke-width", line[0]);
      border.setAttribute("stroke", line[1]);
    });
    var orders = byId("orders");
    clear(orders);
    state.o.forEach(function (item) {
      for (var at = 1; at < item.length; at++) {
        var path = make("path", styles[item[at]]);
        path.setAttribute("d", item[0]);
        orders.appendChild(path);
      }
    });
    place(byId("names"), state.n);
    place(byId("units"), state.u);
    place(byId("badges"), state.b);
    var fog = byId("fog");
    clear(fog);
    (state.h || []).forEach(function (province) { fog.appendChild(make("use", { href: "#s" + province })); });
  }
  function show(number) {
    number = Math.max(0, Math.min(states.length - 1, number));
    if (number === now) return;
    now = number;
    showBoard(states[now]);
    phases.forEach(function (phase, at) { phase.classList.toggle("now", at === now); });
    document.querySelectorAll("#years button").forEach(function (button, at) {
      if (at === now) {
        button.setAttribute("aria-current", "step");
        var years = byId("years");
        years.scrollLeft = button.parentNode.offsetLeft - years.offsetLeft - years.clientWidth / 2;
      } else button.removeAttribute("aria-current");
    });
    byId("told").textContent = phases[now].querySelector("h2").textContent;
    byId("choose").value = String(now);
    byId("previous").disabled = now === 0;
    byId("next").disabled = now === states.length - 1;
    try { history.replaceState(null, "", "#" + phases[now].getAttribute("data-phase")); } catch (error) { /* a frame may forbid it */ }
  }
  function play(wanted) {
    if (timer !== null) { clearInterval(timer); timer = null; }
    if (wanted) {
      if (now === states.length - 1) show(0);
      timer = setInterval(function () {
        if (now >= states.length - 1) play(false); else show(now + 1);
      }, 1500);
    }
    byId("play").textContent = timer === null ? "\u25B6" : "\u275A\u275A";
    byId("play").setAttribute("aria-label", byId("play").getAttribute(timer === null ? "data-play" : "data-pause"));
    byId("play").setAttribute("aria-pressed", String(timer !== null));
  }
  function tab(name) {
    document.querySelectorAll(".tab").forEach(function (part) { part.classList.toggle("now", part.id === name); });
    document.querySelectorAll("[data-tab]").forEach(function (button) {
      button.setAttribute("aria-pressed", String(button.getAttribute("data-tab") === name));
    });
    document.documentElement.setAttribute("data-shown", name);
    window.scrollTo(0, 0);
  }
  function go(number) { play(false); tab("board"); show(number); }
  function named(hash) {
    for (var at = 0; at < phases.length; at++) if ("#" + phases[at].id === hash || "#" + phases[at].getAttribute("data-phase") === hash) return at;
    return -1;
  }
  document.documentElement.classList.add("js");
  byId("previous").addEventListener("click", function () { go(now - 1); });
  byId("next").addEventListener("click", function () { go(now + 1); });
  byId("play").addEventListener("click", function () { var wanted = timer === null; tab("board"); play(wanted); });
  byId("choose").addEventListener("change", function () { go(Number(this.value)); });
  byId("years").addEventListener("click", function (event) {
    var number = event.target.getAttribute("data-n");
    if (number !== null) go(Number(number));
  });
  byId("larger").addEventListener("click", function () {
    var large = byId("map").classList.toggle("large");
    this.textContent = large ? "Smaller" : "Larger";
  });
  byId("map").addEventListener("click", function (event) {
    var title = event.target.querySelector && event.target.querySelector("title");
    byId("place").textContent = title ? title.textContent : "";
  });
  document.querySelectorAll("[data-tab]").forEach(function (button) {
    button.addEventListener("click", function () { play(false); tab(button.getAttribute("data-tab")); });
  });
  document.querySelectorAll('a[href^="#"]').forEach(function (link) {
    link.addEventListener("click", function (event) {
      var number = named(link.getAttribute("href"));
      if (number >= 0) { event.preventDefault(); go(number); }
    });
  });
  window.addEventListener("hashchange", function () { var number = named(location.hash); if (number >= 0) show(number); });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    var inside = event.target, kind = inside.tagName;
    if (kind === "SELECT" || kind === "SUMMARY" || kind === "A") return;
    var large = byId("map").classList.contains("large") && inside.id === "map";
    switch (event.key) {
      case "ArrowLeft": if (large) return; go(now - 1); break;
      case "ArrowRight": if (large) return; go(now + 1); break;
      case "Home": go(0); break;
      case "End": go(states.length - 1); break;
      case " ":
        if (kind === "BUTTON" && !inside.closest(".timeline")) return;
        tab("board");
        play(timer === null);
        break;
      default: return;
    }
    event.preventDefault();
  });
  document.addEventListener("keyup", function (event) {
    // A button of the timeline would be pressed by the same Space that plays.
    if (event.key === " " && event.target.tagName === "BUTTON" && event.target.closest(".timeline")) event.preventDefault();
  });
  var start = named(location.hash);
  tab("board");
  show(start >= 0 ? start : 0);
})();
