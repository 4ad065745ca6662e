// The public page: what is sent is put in its place; nothing is asked for.
"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const language = document.documentElement.lang;
  const state = {};
  let svg = null, small = null, width = 1, height = 1, wait = 300, until = 0, running = false;
  const provinces = new Map();
  function board() {
    fetch(`/board/${language}.svg`).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer.status))).then((text) => {
      svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
      [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
      $("canvas").replaceChildren(svg);
      for (const each of svg.querySelectorAll("[data-p]")) provinces.set(each.dataset.p, each);
      paint(state);
    }).catch((status) => { if (status === 413) $("canvas").textContent = document.body.dataset.large; else setTimeout(board, 2000); });
  }
  board();
  function paint(parts) {
    if ("mode" in parts) document.body.classList.toggle("stepping", parts.mode === "step");
    if (!svg || !state.fill) return;
    if ("fill" in parts) for (const [code, path] of provinces) {
      const owner = state.fill[code];
      path.setAttribute("class", path.getAttribute("class").replace(/ ?\bo\d+\b/, "") + (owner === undefined ? "" : ` o${owner}`));
    }
    if ("fog" in parts) for (const [code, path] of provinces) path.classList.toggle("fogged", state.fog.includes(code));
    if ("layer" in parts) svg.querySelector("#layer").innerHTML = state.layer;
    if ("lit" in parts || "fill" in parts) light();
    if ("camera" in parts || "mode" in parts) look();
  }
  function light() {
    const glowing = svg.querySelector("#glow");
    glowing.replaceChildren();
    for (const code of state.lit || []) {
      const path = provinces.get(code);
      if (!path) continue;
      const copy = path.cloneNode();
      copy.removeAttribute("data-p"); copy.classList.add("glowing");
      glowing.append(copy);
    }
  }
  // The camera: only a transform changes while it moves, so that a slow television can follow; where it rests the board is painted anew.
  let seen = null, painted = 1, moving = 0;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  function look() {
    const b = $("canvas").getBoundingClientRect();
    const isStep = document.body.classList.contains("stepping"), camera = isStep ? state.camera : null;
    const fit = Math.min(b.width / width, b.height / height);
    const [left, top, right, bottom] = camera || [0, 0, width, height];
    const k = camera ? Math.min(b.width / (right - left), b.height / (bottom - top)) : fit;
    const x = limited(b.width / 2 - ((left + right) / 2) * k, b.width, width * k), y = limited(b.height / 2 - ((top + bottom) / 2) * k, b.height, height * k);
    move({ x, y, k });
    corner(camera, k > fit * 1.15 && camera ? [(-x) / k, (-y) / k, b.width / k, b.height / k] : null);
  }
  function move(to) {
    const from = seen, began = performance.now();
    cancelAnimationFrame(moving);
    if (!from || still.matches) { rest(to); return; }
    if (from.k === to.k && from.x === to.x && from.y === to.y) return;
    const step = (now) => {
      const t = Math.min(1, Math.max(0, (now - began) / 900)), eased = t * t * (3 - 2 * t), between = (name) => from[name] + (to[name] - from[name]) * eased;
      if (t === 1) { rest(to); return; }
      seen = { x: between("x"), y: between("y"), k: between("k") };
      place();
      moving = requestAnimationFrame(step);
    };
    moving = requestAnimationFrame(step);
  }
  const place = () => { svg.style.transform = `translate(${seen.x}px,${seen.y}px) scale(${seen.k / painted})`; };
  function rest(to) {
    seen = to;
    if (painted !== to.k || !svg.style.width) {
      painted = to.k;
      svg.style.width = `${width * painted}px`; svg.style.height = `${height * painted}px`;
      svg.querySelector("#glow").style.setProperty("--inv", 1 / painted);
    }
    place();
  }
  const limited = (at, room, whole) => (whole < room ? (room - whole) / 2 : Math.min(0, Math.max(room - whole, at)));
  // The whole board, small, with what the camera sees.
  function corner(camera, seen) {
    $("corner").hidden = !seen;
    if (!seen) return;
    if (!small) {
      small = svg.cloneNode(true);
      for (const each of small.querySelectorAll(".names,#glow,#dots,.star,defs")) each.remove();
      for (const each of small.querySelectorAll("[id]")) each.removeAttribute("id");
      for (const name of ["style", "id"]) small.removeAttribute(name);
      small.setAttribute("aria-hidden", "true");
      $("corner").replaceChildren(small);
    }
    for (const each of small.querySelectorAll("[data-p]")) each.setAttribute("class", provinces.get(each.dataset.p).getAttribute("class"));
    let frame = small.querySelector(".frame");
    if (!frame) { frame = document.createElementNS("http://www.w3.org/2000/svg", "rect"); frame.setAttribute("class", "frame"); small.append(frame); }
    ["x", "y", "width", "height"].forEach((name, number) => frame.setAttribute(name, seen[number]));
  }
  addEventListener("resize", () => { if (svg) look(); });
  function connect() {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/stage?l=${language}`);
    socket.onopen = () => { wait = 300; $("line").hidden = true; };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.closed) { $("line").textContent = message.closed; $("line").hidden = false; }
      if (!message.parts) return;
      Object.assign(state, message.parts);
      if ("side" in message.parts) $("side").innerHTML = state.side;
      if ("clock" in message.parts) { running = state.clock.running; until = performance.now() + (state.clock.left || 0) * 1000; }
      paint(message.parts);
      clock();
    };
    socket.onclose = () => {
      $("line").textContent = document.body.dataset.lost; $("line").hidden = false;
      setTimeout(connect, wait + Math.random() * 200); wait = Math.min(wait * 1.6, 800);
    };
  }
  function clock() {
    const shown = document.querySelector(".bigclock");
    if (!shown || !running) return;
    const left = Math.max(0, Math.ceil((until - performance.now()) / 1000));
    const hours = Math.floor(left / 3600), minutes = Math.floor((left % 3600) / 60), seconds = String(left % 60).padStart(2, "0");
    shown.textContent = hours ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
    shown.classList.toggle("late", left <= 60);
  }
  setInterval(clock, 500);
  connect();
})();
