import { Plural } from "@lingui/react/macro";
import type { App } from "../../../../sync/schema/apps.ts";
import { RowList } from "../../../ui/virtual-list.tsx";
import { StoreCard } from "./store-card.tsx";

/** Published apps as cards, with their number; at least one. */
export function StoreList({ apps, label }: { apps: readonly App[]; label: string }) {
  return (
    <section className="flex flex-col gap-3">
      <p role="status" className="text-muted text-sm">
        <Plural value={apps.length} one="# app" other="# apps" />
      </p>
      <RowList items={apps} label={label} estimate={290} minItemWidth={330} render={(app) => <StoreCard app={app} />} />
    </section>
  );
}
