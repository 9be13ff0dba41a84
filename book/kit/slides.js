// Goes from slide to slide by keyboard. Without it, the slides are a page to scroll.
"use strict";

const slides = [...document.querySelectorAll(".slide")];

// The slide that fills most of the screen.
function current() {
  const middle = window.innerHeight / 2;
  const at = slides.findIndex((slide) => slide.getBoundingClientRect().bottom > middle);
  return at < 0 ? slides.length - 1 : at;
}

const steps = {
  ArrowRight: () => current() + 1, ArrowDown: () => current() + 1, PageDown: () => current() + 1, " ": () => current() + 1,
  ArrowLeft: () => current() - 1, ArrowUp: () => current() - 1, PageUp: () => current() - 1, Backspace: () => current() - 1,
  Home: () => 0, End: () => slides.length - 1,
};

document.addEventListener("keydown", (event) => {
  const step = steps[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("a, button")) return;
  event.preventDefault();
  const to = Math.min(Math.max(step(), 0), slides.length - 1);
  slides[to].scrollIntoView();
  history.replaceState(null, "", `#${slides[to].id}`);
});
