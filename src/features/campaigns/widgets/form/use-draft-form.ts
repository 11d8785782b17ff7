// What is typed into the campaign form outlives a reload and a killed browser, until the campaign
// is created or the changes are saved (drafts.ts).
import { useEffect, useState } from "react";
import { formDraftClear, formDraftRead } from "../../../../../sync/mutations/form-drafts.ts";
import { keepDraft, readDraft } from "../../../../lib/drafts.ts";
import { reportError } from "../../../../lib/error-log.ts";
import { useStore } from "../../../../state/store.ts";
import { type CampaignFormIn, emptyForm } from "./campaign-values.ts";

export interface KeptForm {
  /** Undefined while it is being looked for; null: nothing is kept. */
  kept: Partial<CampaignFormIn> | null | undefined;
  keep: (values: CampaignFormIn) => void;
  forget: () => Promise<void>;
}

export function useKeptForm(key: string): KeptForm {
  const store = useStore();
  const [kept, setKept] = useState<KeptForm["kept"]>(() => sameKinds(readDraft(key)) ?? undefined);

  // Versions before this one kept it in the store.
  const looking = kept === undefined;
  useEffect(() => {
    if (!store || !looking) return;
    let left = false;
    formDraftRead(store, key).then(
      (value) => {
        if (!left) setKept(sameKinds(value));
      },
      (error: unknown) => {
        reportError(error);
        if (!left) setKept(null);
      },
    );
    return () => {
      left = true;
    };
  }, [store, key, looking]);

  return {
    kept,
    keep: (values) => keepDraft(key, structuredClone(values)),
    forget: async () => {
      keepDraft(key, null);
      if (store) await formDraftClear(store, key);
    },
  };
}

/**
 * Only fields that the form has, of the kind that it expects: an older version may have written it.
 */
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
