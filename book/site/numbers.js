// The source of a number, shown next to it: its entry in the list at the end of the page.
"use strict";

// The entry without its link back, since the number is what the reader points at.
function sourceToShow(link) {
  const made = document.createElement("p");
  made.className = "source";
  for (const node of document.querySelector(link.hash).childNodes) {
    if (node.nodeName === "A" && node.hash.startsWith("#number-")) {
      const number = document.createElement("b");
      number.textContent = node.textContent;
      made.append(number);
    } else {
      made.append(node.cloneNode(true));
    }
  }
  return made;
}

addGlances([...document.querySelectorAll("a.number")], sourceToShow);
