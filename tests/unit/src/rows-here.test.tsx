import { setupI18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { Inbox } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { MissingRows } from "../../../src/features/sync/widgets/missing-rows.tsx";
import { SyncedEmptyState } from "../../../src/features/sync/widgets/synced-empty-state.tsx";
import { useListState } from "../../../src/state/list.ts";
import { rowsHere } from "../../../src/state/rows-here.ts";
import { lackingOf } from "../../../sync/replication/engine.ts";
import { initialStatus } from "../../../sync/replication/initial-status.ts";

vi.mock("virtual:texts", () => ({ catalogues: {} }));

const status = vi.hoisted(() => ({ now: {} }));
vi.mock("../../../src/state/sync.ts", () => ({
  useOfSync: (_: unknown, before: object, select: (of: object) => unknown) => select({ ...before, ...status.now }),
}));

const synced = { ...initialStatus, firstSyncDone: true };
const states = {
  all: synced,
  arriving: { ...synced, firstSyncDone: false },
  never_synced: { ...synced, firstSyncDone: false, online: false },
  incomplete: { ...synced, lacking: ["feedback" as const] },
};
const i18n = setupI18n({ locale: "en", messages: { en: {} } });

function List({ data }: { data: string[] }) {
  const list = useListState({ state: "ready", data }, ["feedback"]);
  return <p>{list.state}</p>;
}

/** @param now the device's sync status */
function shown(now: object, of: "feedback" | "campaigns" = "feedback"): Record<"empty" | "notice" | "list", string> {
  status.now = now;
  const html = (child: React.ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{child}</I18nProvider>);
  return {
    empty: html(<SyncedEmptyState of={[of]} icon={Inbox} title="No feedback yet" action="Write one" />),
    notice: html(<MissingRows of={[of]} />),
    list: html(<List data={[]} />),
  };
}

test("O2 the first sync and a list's collections decide whether rows are missing", () => {
  for (const [said, now] of Object.entries(states)) expect(rowsHere(now, ["comments", "feedback"])).toBe(said);
  expect(rowsHere({ ...states.incomplete, firstSyncDone: false, online: false }, ["feedback"])).toBe("incomplete");
  expect(rowsHere(states.incomplete, ["campaigns"])).toBe("all");
  // Null: not known yet.
  expect(rowsHere(initialStatus, ["feedback"])).toBe("arriving");
});

test("O2 an unsent change makes no list incomplete; a full disk makes all of them incomplete", () => {
  const names = ["campaigns", "feedback", "comments"] as const;
  expect(lackingOf(["campaigns:push"], names)).toEqual([]);
  expect(lackingOf(["feedback:unreadable", "feedback:failed", "comments:pull"], names)).toEqual([
    "feedback",
    "comments",
  ]);
  expect(lackingOf(["settings:store"], names)).toEqual(names);
});

test("O2 a list claims to be empty only if all of its rows are on the device", () => {
  expect(shown(states.all)).toMatchObject({ notice: "", list: "<p>ready</p>" });
  expect(shown(states.all).empty).toContain("No feedback yet");
  for (const name of ["arriving", "never_synced", "incomplete"] as const) {
    const { empty, list } = shown(states[name]);
    expect(empty).not.toContain("No feedback yet");
    expect(empty).toContain("Write one");
    expect(list).toBe(`<p>${name === "arriving" ? "loading" : name}</p>`);
  }
  expect(shown(states.never_synced).empty).toContain("Not on this device yet");
  expect(shown(states.incomplete).empty).toContain("Some entries are missing on this device");
  expect(shown(states.incomplete, "campaigns").empty).toContain("No feedback yet");
});

test("O2 an incomplete list and its figures say so", () => {
  expect(shown(states.arriving).notice).toContain("Lists and figures are incomplete until then.");
  expect(shown(states.never_synced).notice).toContain("Not everything is on this device yet");
  expect(shown(states.incomplete).notice).toContain("Some entries are missing on this device");
  expect(shown(states.incomplete, "campaigns").notice).toBe("");
});
