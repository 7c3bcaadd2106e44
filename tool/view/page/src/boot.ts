// Loads the page's program once the page has been painted, so that a slow machine shows the layout at once.

let begun = false;

function begin(): void {
  if (begun) return;
  begun = true;
  void import("./main");
}

try {
  new PerformanceObserver(begin).observe({ type: "paint", buffered: true });
} catch { /* a browser that does not tell */ }
setTimeout(begin, 1000); // a page in the background does not paint
