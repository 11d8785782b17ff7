// What a reader of pages (axe) finds wrong with a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
interface Finding {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** @returns what axe finds, a line each */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(source);
  // Colours that are still on their way from one theme to the other are no finding, nor is a page
  // that still fades in.
  await page.waitForFunction(() => document.getAnimations().every((a) => a instanceof CSSAnimation));
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: () => Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations;
  });
  return found.flatMap((f) => f.nodes.map((n) => `${f.id}: ${n.target.join(" ")} ${n.failureSummary}`));
}
