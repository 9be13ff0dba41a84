// Slides in a browser: each is as high as the screen, nothing of it is wider, keys go through them, and without a script all of them are there.
//   node slides.mjs FOLDER CHROMIUM [SLIDES.html...]
import { names, open, run } from "./chromium.mjs";

const screens = [
  { viewport: { width: 1280, height: 720 }, colorScheme: "light" },
  { viewport: { width: 1024, height: 768 }, colorScheme: "dark" },
  { viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { viewport: { width: 844, height: 390 }, colorScheme: "dark" },
];

const described = ({ viewport, colorScheme }) => `${viewport.width} × ${viewport.height}, ${colorScheme}`;

// What does not fit. On a phone held upright, slides have the height that they need, and wide code scrolls within its box.
const misfits = (page) => page.evaluate(() => {
  const upright = innerHeight > innerWidth;
  const found = document.documentElement.scrollWidth > innerWidth ? ["the page is wider than the screen"] : [];
  for (const slide of document.querySelectorAll(".slide")) {
    if (!upright && slide.getBoundingClientRect().height > innerHeight + 1) found.push(`${slide.id} is higher than the screen`);
    for (const element of slide.querySelectorAll("pre, .table, .drawing, p, li")) {
      const scrolls = upright && getComputedStyle(element).overflowX === "auto";
      if (!scrolls && element.scrollWidth > element.clientWidth + 1) found.push(`${element.tagName} of ${slide.id} is wider than its box`);
    }
  }
  return found;
});

const place = (page) => page.evaluate(() => location.hash);

async function keys(page, problem) {
  const count = await page.locator(".slide").count();
  for (const [key, expected] of [["ArrowRight", 2], ["PageDown", 3], ["ArrowLeft", 2], ["End", count], [" ", count], ["Home", 1], ["ArrowUp", 1]]) {
    await page.keyboard.press(key);
    const at = await place(page);
    if (at !== `#slide-${expected}`) problem(`after ${key} it is at ${at} instead of #slide-${expected}`);
  }
}

await run("sets of slides fit", async (browser, name) => {
  for (const screen of screens) {
    const { context, page, problem } = await open(browser, name, screen, described(screen));
    for (const misfit of await misfits(page)) problem(misfit);
    if (screen === screens[0]) await keys(page, problem);
    await context.close();
  }
  const { context, page, problem } = await open(browser, name, { ...screens[0], javaScriptEnabled: false }, "without a script");
  const [slides, visible] = [await page.locator(".slide").count(), await page.locator(".slide:visible").count()];
  if (slides === 0 || visible < slides) problem(`${visible} of ${slides} slides are visible`);
  await context.close();
}, names.filter((name) => name.endsWith(".slides.html")));
