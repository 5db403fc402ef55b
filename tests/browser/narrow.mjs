// A phone, and what must hold on it.

/** 360 pixels wide, and fingers instead of a mouse. */
export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** How far the page can be scrolled to the side: it should not. */
export const overhang = (person) => person.page.evaluate(() => {
  const { scrollWidth } = document.documentElement;
  return Math.max(scrollWidth, document.body.scrollWidth) - window.innerWidth;
});

/** What can be pressed and is too small for a finger. */
export const tooSmall = (person, least) => person.page.evaluate((size) => {
  const shown = [...document.querySelectorAll('button, a, select, summary, input')].filter((element) => element.checkVisibility());
  const describe = (element, { width, height }) => `${element.outerHTML.slice(0, 80)} ${Math.round(width)}x${Math.round(height)}`;
  return shown
    .map((element) => [element, (element.closest('label') ?? element).getBoundingClientRect()])
    .filter(([element, box]) => !element.closest('#board, .skip') && (box.width < size || box.height < size))
    .map(([element, box]) => describe(element, box));
}, least);
