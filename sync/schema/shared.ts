// Saved replies, views and templates that the members of an organization share.
import * as v from "valibot";
import { id } from "./fields.ts";
import type { Capability } from "./organizations.ts";
import { replyLimits, savedReply } from "./replies.ts";
import { savedTemplate, templateLimits } from "./templates.ts";
import { savedView, viewLimits } from "./views.ts";

export const sharedItem = v.variant("kind", [
  v.object({ org_id: id, kind: v.literal("reply"), value: savedReply }),
  v.object({ org_id: id, kind: v.literal("view"), value: savedView }),
  v.object({ org_id: id, kind: v.literal("template"), value: savedTemplate }),
]);
export type SharedItem = v.InferOutput<typeof sharedItem>;
export type SharedKind = SharedItem["kind"];
export type SharedValue<K extends SharedKind> = Extract<SharedItem, { kind: K }>["value"];

/** `bytes`: all items of an organization, as JSON. `saved`: items of a kind in an organization. */
export const sharedLimits = { bytes: 50_000 } as const;

export const sharedKinds = {
  reply: { column: "saved_replies", saved: replyLimits.saved, needs: "review" },
  view: { column: "saved_views", saved: viewLimits.saved, needs: "review" },
  template: { column: "saved_templates", saved: templateLimits.saved, needs: "manage" },
} as const satisfies Record<SharedKind, { column: string; saved: number; needs: Capability }>;
