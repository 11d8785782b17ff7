import { expect, test } from "vitest";
import { rank, rankParts, searched, wantedOf } from "../../../src/shell/search/rank.ts";

const entries = [
  ["Cámara y más", "an app for photographs"],
  ["Meter Reader", "with old meters"],
  ["Mapas: Málaga", "a photographer's maps"],
  ["Photo album", ""],
].map(([label = "", more = ""]) => ({ label, ...searched(label, more) }));
const found = (query: string, most = 5) => rank(entries, wantedOf(query), most).map(({ label }) => label);

test("R9 the search ignores accents and case, and matches the beginning of words", () => {
  expect(found("CAMARA")).toEqual(["Cámara y más"]);
  expect(found("málaga map")).toEqual(["Mapas: Málaga"]);
  expect(found("read")).toEqual(["Meter Reader"]);
  expect(found("eader")).toEqual([]);
});

test("R9 matches at the start of a name rank above matches in a description, and the list is limited", () => {
  expect(found("photo")).toEqual(["Photo album", "Cámara y más", "Mapas: Málaga"]);
  expect(found("photo", 2)).toHaveLength(2);
  expect(found(" ")).toHaveLength(4);
});

test("R9 finds a part by its own word plus words of its parent; name matches come first", () => {
  const parts = ["Applicants", "Analytics"].map((label) => ({ label, ...searched(label) }));
  const campaigns = [
    ["Night maps", "for a park at night"],
    ["Park test", ""],
  ].map(([label = "", more = ""]) => ({
    ...{ label, ...searched(label, more) },
    parts: parts.map((part) => ({ ...part, label: `${label}: ${part.label}` })),
  }));
  const partsOf = (query: string) => rankParts(campaigns, wantedOf(query), 5).map(({ label }) => label);
  expect(partsOf("park applicants")).toEqual(["Park test: Applicants", "Night maps: Applicants"]);
  expect(partsOf("ana night")).toEqual(["Night maps: Analytics"]);
  expect(partsOf("applicants")).toEqual(["Night maps: Applicants", "Park test: Applicants"]);
  // The parent alone, a word that is too short, a word without a match.
  for (const none of ["park", "an park", "park applicants twice"]) expect(partsOf(none)).toEqual([]);
});
