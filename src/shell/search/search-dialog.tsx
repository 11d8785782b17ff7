// Search and commands: screens, local rows and actions; for admins also users, campaigns and apps
// from the server.
import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  DialogBackdrop,
  DialogPanel,
  Dialog as Headless,
} from "@headlessui/react";
import { Trans, useLingui } from "@lingui/react/macro";
import { Search, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { useLogOut } from "../../features/account/use-log-out.ts";
import { LogOutQuestion } from "../../features/account/widgets/log-out-button.tsx";
import type { Person } from "../../state/session.ts";
import { useStatus } from "../../state/status.ts";
import { IconButton } from "../../ui/button.tsx";
import { useRootMark } from "../../ui/root-marks.ts";
import { holdToasts } from "../../ui/toast.tsx";
import type { Entry, EntryGroup } from "./entry.ts";
import { rank, rankParts, wantedOf } from "./rank.ts";
import { type AdminFound, useAdminSearch } from "./use-admin-search.ts";
import { useCommands } from "./use-commands.ts";
import { useListed } from "./use-listed.ts";
import { useRows } from "./use-rows.ts";

interface SearchDialogProps {
  person: Person;
  open: boolean;
  onClose: () => void;
}

/** Stays mounted when closed, to return the focus and for the log-out confirmation. */
export function SearchDialog({ person, open, onClose }: SearchDialogProps) {
  const { t } = useLingui();
  const logOut = useLogOut();
  useRootMark("dialog", open);
  useEffect(() => (open ? holdToasts("all") : undefined), [open]);
  return (
    <>
      <Headless open={open} onClose={onClose} aria-label={t`Search`} className="fixed inset-0 z-50">
        <DialogBackdrop className="fixed inset-0 bg-black/45 transition-opacity duration-150 starting:opacity-0" />
        <div className="fixed inset-0 grid grid-cols-1 items-start justify-items-center md:px-6 md:pt-[12dvh]">
          <DialogPanel
            // Headless UI would select the active option on Tab.
            onKeyDownCapture={(event) => event.key === "Tab" && event.stopPropagation()}
            className="flex h-dvh w-full flex-col bg-raised shadow-lg md:h-auto md:max-h-[70dvh] md:max-w-2xl md:rounded-xl"
          >
            <SearchBox person={person} onClose={onClose} onLogOut={logOut.start} />
          </DialogPanel>
        </div>
      </Headless>
      <LogOutQuestion logOut={logOut} />
    </>
  );
}

const MOST = 5;
const groups: readonly EntryGroup[] = ["screens", "actions", "tests", "reports", "apps", "people", "elsewhere"];

const recent: { of: string; ids: string[] } = { of: "", ids: [] };

function remember(person: Person, { id }: Entry): void {
  const ids = recent.of === person.id ? recent.ids : [];
  Object.assign(recent, { of: person.id, ids: [id, ...ids.filter((one) => one !== id)].slice(0, MOST) });
}

/** Removes duplicates: an app may come from device and server. */
const onceEach = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ id }, at) => entries.findIndex((one) => one.id === id) === at);

interface Found {
  key: string;
  title: ReactNode;
  entries: readonly Entry[];
}

function SearchBox({ person, onClose, onLogOut }: Omit<SearchDialogProps, "open"> & { onLogOut: () => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState("");
  // Must not be deferred, because Enter selects among the current matches.
  const query = typed.trim();
  const commands = useCommands(person, onLogOut);
  const rows = useRows(person);
  const asked = useAdminSearch(person.role === "admin" ? query : null);
  const listed = useListed(person, query, asked);
  const titles = useTitles(person);

  const all = useMemo(() => [...commands, ...rows], [commands, rows]);
  const wanted = wantedOf(query);
  const foundIn = (group: EntryGroup): Entry[] => {
    const entries = all.filter((one) => one.group === group);
    return [
      ...rank(entries, wanted, MOST),
      ...rankParts(entries, wanted, MOST),
      ...listed.filter((one) => one.group === group),
    ];
  };
  const found: Found[] =
    query === ""
      ? [
          { key: "recent", title: <Trans>Recent</Trans>, entries: recentOf(person, all) },
          ...(["screens", "actions"] as const).map((group) => ({
            ...{ key: group, title: titles[group] },
            entries: commands.filter((one) => one.group === group),
          })),
        ]
      : groups.map((group) => ({
          ...{ key: group, title: titles[group] },
          entries: onceEach(foundIn(group)),
        }));
  const shown = found.filter(({ entries }) => entries.length > 0);
  const matched = shown.some(({ key }) => key !== "elsewhere");

  const choose = (one: Entry | null) => {
    if (!one) return;
    remember(person, one);
    onClose();
    one.run();
  };
  return (
    <Combobox<Entry | null> value={null} onChange={choose} immediate>
      <div className="flex items-center gap-1 border-line border-b ps-4 pe-2">
        <Search aria-hidden className="size-5 shrink-0 text-muted" />
        <ComboboxInput
          autoFocus
          aria-label={t`Search`}
          placeholder={t`Search or jump to…`}
          autoComplete="off"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          // Headless UI would close only the list, which is always open here.
          onKeyDown={({ key }) => key === "Escape" && onClose()}
          className="h-14 min-w-0 flex-1 bg-transparent px-2 outline-none"
        />
        <IconButton icon={X} label={t`Close`} onClick={onClose} />
      </div>
      <ComboboxOptions
        static
        modal={false}
        aria-label={t`Search results`}
        className="min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2 outline-none"
      >
        {shown.map(({ key, title, entries }) => (
          <OptionGroup key={key} title={title}>
            {entries.map((one) => (
              <Option key={one.id} entry={one} />
            ))}
          </OptionGroup>
        ))}
      </ComboboxOptions>
      <SearchState query={query} matched={matched} asked={asked} />
    </Combobox>
  );
}

function recentOf(person: Person, all: readonly Entry[]): Entry[] {
  if (recent.of !== person.id) return [];
  const entries = all.flatMap((one) => [one, ...(one.parts ?? [])]);
  return recent.ids.flatMap((id) => {
    const one = entries.find((each) => each.id === id);
    // Entry ids must be unique, so recent ones get a prefix.
    return one ? { ...one, id: `recent ${id}` } : [];
  });
}

function useTitles(person: Person): Readonly<Record<EntryGroup, ReactNode>> {
  return {
    screens: <Trans>Go to</Trans>,
    actions: <Trans>Actions</Trans>,
    tests: person.role === "tester" ? <Trans>Tests</Trans> : <Trans>Campaigns</Trans>,
    reports: <Trans>Reports</Trans>,
    apps: <Trans>Apps</Trans>,
    people: <Trans>People</Trans>,
    elsewhere: <Trans>Search everywhere</Trans>,
  };
}

function OptionGroup({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="pb-2">
      <div id={id} className="px-3 py-1 font-medium text-muted text-xs">
        {title}
      </div>
      {children}
    </div>
  );
}

const Option = ({ entry: one }: { entry: Entry }) => (
  <ComboboxOption
    value={one}
    className="tap flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-sm data-focus:bg-accent-soft"
  >
    <one.icon aria-hidden className="size-5 shrink-0 text-muted" />
    <span className="min-w-0 truncate font-medium">{one.label}</span>
    {one.detail && <span className="min-w-24 flex-1 truncate text-end text-muted">{one.detail}</span>}
  </ComboboxOption>
);

/** Result status, announced by screen readers. */
function SearchState({ query, matched, asked }: { query: string; matched: boolean; asked: AdminFound }) {
  const online = useStatus("online");
  const firstSyncDone = useStatus("firstSyncDone");
  const announcement = [
    query !== "" && !matched && asked.state !== "asking" && (
      <Trans key="none">Nothing on this device matches “{query}”.</Trans>
    ),
    asked.state === "asking" && <Trans key="asking">Searching on the server…</Trans>,
    asked.state === "failed" && <Trans key="failed">The server could not be searched.</Trans>,
    !online && <Trans key="offline">You are offline: this searches what is on this device.</Trans>,
    online && !firstSyncDone && <Trans key="first">Your data is still arriving on this device</Trans>,
  ].filter((one) => one !== false);
  return (
    <div
      role="status"
      className="safe-bottom flex flex-col gap-1 text-muted text-sm not-empty:border-line not-empty:border-t not-empty:px-5 not-empty:pt-3 not-empty:pb-3"
    >
      {announcement}
    </div>
  );
}
