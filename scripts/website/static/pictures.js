// A press on a picture opens it at its full size. A still that leads to a film plays it in its place. Nothing moves before somebody asks, and
// without this script a film's link opens it by itself.
document.addEventListener("DOMContentLoaded", () => {
  for (const picture of document.querySelectorAll("article img")) {
    const link = picture.closest("a");
    if (link === null) {
      const whole = document.createElement("a");
      whole.href = picture.src;
      whole.className = "whole-picture";
      picture.replaceWith(whole);
      whole.append(picture);
    } else if (link.getAttribute("href").endsWith(".webp") && link.classList.contains("download")) {
      asFilm(link, picture);
    }
  }
});

function asFilm(link, picture) {
  const still = picture.src;
  let shown = 0;
  link.classList.add("film");
  link.setAttribute("role", "button");
  link.setAttribute("aria-pressed", "false");
  link.dataset.length = (picture.alt.match(/\d+ seconds/) || ["a film"])[0];
  const turn = (event) => {
    event.preventDefault();
    const plays = link.classList.toggle("playing");
    link.setAttribute("aria-pressed", String(plays));
    // The number makes a film that was seen begin anew.
    picture.src = plays ? `${link.href}?${++shown}` : still;
  };
  link.addEventListener("click", turn);
  link.addEventListener("keydown", (event) => {
    if (event.key === " ") turn(event);
  });
}
