// A preview of a link's target while it is pointed at, focused or tapped, so that the reader can stay in the sentence.
"use strict";

const glance = document.createElement("div");
glance.className = "glance";
glance.id = "glance";
glance.setAttribute("role", "tooltip");
glance.hidden = true;
let glancedFrom = null;
let describedBefore = null;
let leaving = 0;

function showGlance(link, content) {
  clearTimeout(leaving);
  if (glancedFrom === link) return;
  hideGlance();
  glance.replaceChildren(content);
  glance.hidden = false;
  glancedFrom = link;
  describedBefore = link.getAttribute("aria-describedby");
  link.setAttribute("aria-describedby", "glance");
  glance.style.left = "0";  // its width must not depend on where it was
  const at = link.getClientRects()[0];
  const { width, height } = glance.getBoundingClientRect();
  const below = at.bottom + height + 8 < innerHeight || at.top - height - 8 < 0;
  glance.style.left = `${Math.max(8, Math.min(at.left, document.documentElement.clientWidth - width - 8)) + scrollX}px`;
  glance.style.top = `${(below ? at.bottom + 4 : at.top - height - 4) + scrollY}px`;
}

function hideGlance() {
  if (glancedFrom) {
    if (describedBefore === null) glancedFrom.removeAttribute("aria-describedby");
    else glancedFrom.setAttribute("aria-describedby", describedBefore);
  }
  glancedFrom = null;
  glance.hidden = true;
}

const leaveGlance = () => { clearTimeout(leaving); leaving = setTimeout(hideGlance, 250); };

// `contentOf(link)` makes what is shown.
function addGlances(links, contentOf) {
  if (links.length > 0) document.body.append(glance);
  for (const link of links) {
    const show = () => showGlance(link, contentOf(link));
    link.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") show(); });
    link.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") leaveGlance(); });
    link.addEventListener("focus", () => { if (link.matches(":focus-visible")) show(); });
    link.addEventListener("blur", hideGlance);
    // The first tap shows it, the second goes there.
    link.addEventListener("click", (event) => {
      if (event.pointerType !== "touch" || glancedFrom === link) { hideGlance(); return; }
      event.preventDefault();
      show();
    });
  }
}

glance.addEventListener("pointerenter", () => clearTimeout(leaving));
glance.addEventListener("pointerleave", leaveGlance);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") hideGlance(); });
document.addEventListener("pointerdown", (event) => {
  if (glancedFrom && !glancedFrom.contains(event.target) && !glance.contains(event.target)) hideGlance();
});
