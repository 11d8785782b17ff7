// What a page is on paper: the words of its print view, and the headings of the PDF that the
// browser makes of it.
import type { Page } from "playwright/test";

export async function onPaper(page: Page): Promise<{ text: string; headings: string[] }> {
  await page.emulateMedia({ media: "print" });
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden on paper must not count
  const text = await page.locator("body").innerText();
  await page.emulateMedia({ media: null });
  const pdf = (await page.pdf({ tagged: true, outline: true })).toString("latin1");
  // The bookmarks are the headings, each after those below it; the document's own title has no
  // parent.
  const headings = [...pdf.matchAll(/<<\/Title \((.*)\)\s\/Dest .*\s\/Parent/g)].map((m) => m[1] ?? "");
  return { text, headings };
}
