import { getDefaultStore } from "jotai";
import { beforeEach, expect, test, vi } from "vitest";

vi.mock("virtual:texts", () => ({ catalogues: {} }));

const { clearToasts, holdToasts, showToast, shownToastsAtom } = await import("../../../src/ui/toast.tsx");
const shown = () =>
  getDefaultStore()
    .get(shownToastsAtom)
    .map(({ title }) => title);

beforeEach(clearToasts);

test("R9 a message replaces an earlier one about the same subject", () => {
  showToast({ title: "Search saved" });
  showToast({ subject: "campaign 1", title: "Published" });
  showToast({ subject: "campaign 2", title: "Published" });
  showToast({ subject: "campaign 1", title: "Archived" });
  expect(shown()).toEqual(["Search saved", "Published", "Archived"]);
  // Without a subject, equal titles are about the same.
  showToast({ title: "Search saved" });
  expect(shown()).toEqual(["Published", "Archived", "Search saved"]);
});

test("R9 at most three messages are shown, the newest ones", () => {
  for (const title of ["One", "Two", "Three", "Four"]) showToast({ title });
  expect(shown()).toEqual(["Two", "Three", "Four"]);
});

test("R9 T2 logging out removes the messages about the person, also those that wait for a menu", () => {
  const release = holdToasts("all");
  showToast({ title: "Report approved", action: { label: "Undo", onSelect: () => undefined } });
  expect(shown()).toEqual([]);
  clearToasts();
  release();
  expect(shown()).toEqual([]);
});
