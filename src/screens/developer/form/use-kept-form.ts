// What is typed into the campaign form outlives a reload and a closed app: it lies with the person's own data on this
// device (and goes with it on Log Out), until the campaign is created or the changes are saved.
// A page that is closed gets no time to finish a write: what is not on the disk yet is also noted in the tab's own
// storage, which is written at once.
import { useEffect, useState } from "react";
import { formDraftClear, formDraftRead, formDraftSave } from "../../../../sync/writes/form-drafts.ts";
import { readKey, writeKey } from "../../../device-storage.ts";
import { reportError } from "../../../report.ts";
import { type Store, useStore } from "../../../store/store.ts";
import { type CampaignFormIn, emptyForm } from "./campaign-values.ts";

const AFTER_MS = 250;

export interface KeptForm {
  /** Undefined while it is being looked for; null: nothing is kept. */
  kept: Partial<CampaignFormIn> | null | undefined;
  keep: (values: CampaignFormIn) => void;
  forget: () => Promise<void>;
}

export function useKeptForm(key: string): KeptForm {
  const store = useStore();
  const [kept, setKept] = useState<KeptForm["kept"]>(undefined);
  const [keeper, setKeeper] = useState<ReturnType<typeof createKeeper> | null>(null);

  useEffect(() => {
    if (!store) return;
    const made = createKeeper(store, key);
    setKeeper(made);
    let left = false;
    const noted = readNote(noteKey(store, key));
    formDraftRead(store, key).then(
      (value) => {
        if (!left) setKept(sameKinds(noted ?? value));
      },
      (error: unknown) => {
        reportError(error);
        if (!left) setKept(null);
      },
    );
    window.addEventListener("pagehide", made.flush);
    document.addEventListener("visibilitychange", made.flush);
    return () => {
      left = true;
      made.flush();
      window.removeEventListener("pagehide", made.flush);
      document.removeEventListener("visibilitychange", made.flush);
    };
  }, [store, key]);

  return { kept, keep: (values) => keeper?.keep(values), forget: async () => keeper?.forget() };
}

const noteKey = (store: Store, key: string) => `form:${store.owner}:${key}`;

function readNote(key: string): unknown {
  const text = readKey(key, "session");
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null; // Cut off while it was written: what is on the disk stands.
  }
}

function createKeeper(store: Store, key: string) {
  const note = noteKey(store, key);
  let latest: CampaignFormIn | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    if (!latest) return;
    const value = latest;
    latest = null;
    writeKey(note, JSON.stringify(value), "session");
    formDraftSave(store, key, value).then((saved) => {
      if (saved.ok && !latest) writeKey(note, null, "session");
    }, reportError);
  };
  return {
    flush,
    keep(values: CampaignFormIn) {
      latest = structuredClone(values);
      clearTimeout(timer);
      timer = setTimeout(flush, AFTER_MS);
    },
    async forget() {
      clearTimeout(timer);
      latest = null;
      writeKey(note, null, "session");
      await formDraftClear(store, key);
    },
  };
}

/** Only fields that the form has, of the kind that it expects: an older version may have written it. */
function sameKinds(value: unknown): Partial<CampaignFormIn> | null {
  if (typeof value !== "object" || value === null) return null;
  const known = emptyForm as Record<string, unknown>;
  const parts = Object.entries(value).filter(
    ([name, part]) =>
      name in known &&
      (part === null || (typeof part === typeof known[name] && Array.isArray(part) === Array.isArray(known[name]))),
  );
  return parts.length > 0 ? (Object.fromEntries(parts) as Partial<CampaignFormIn>) : null;
}
