// Slides in a browser: each is as high as the screen, nothing of it is wider, keys go through them, and without a script all of them are there.
//   node slides.mjs FOLDER CHROMIUM [SLIDES.html...]
import { disableScripts, names, open, run } from "./chromium.mjs";

const screens = [
  { viewport: { width: 1280, height: 720 }, colorScheme: "light" },
  { viewport: { width: 1024, height: 768 }, colorScheme: "dark" },
  { viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { viewport: { width: 844, height: 390 }, colorScheme: "dark" },
];

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
  const { context, page, problem, again } = await open(browser, name, {}, "at first");
  for (const { viewport, colorScheme } of screens) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await again(`${viewport.width} × ${viewport.height}, ${colorScheme}`);
    for (const misfit of await misfits(page)) problem(misfit);
    if (viewport === screens[0].viewport) await keys(page, problem);
  }
  await disableScripts(context, page);
  await again("without a script");
  const [slides, visible] = [await page.locator(".slide").count(), await page.locator(".slide:visible").count()];
  if (slides === 0 || visible < slides) problem(`${visible} of ${slides} slides are visible`);
  await context.close();
}, names.filter((name) => name.endsWith(".slides.html")));
