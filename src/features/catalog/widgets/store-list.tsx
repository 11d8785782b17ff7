import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { formatNumber } from "#i18n/format.ts";
import type { AppCard } from "#sync/schema/catalog.ts";
import { MOST_COUNTED } from "#sync/schema/functions.ts";
import { RowList } from "#ui/virtual-list.tsx";
import { useDownloads } from "../use-build-download.ts";
import { StoreCard } from "./store-card.tsx";

interface StoreCardsProps {
  apps: readonly AppCard[];
  label: string;
}

function useStoreCard() {
  const downloads = [...useDownloads().values()];
  return (app: AppCard, newest = false) => (
    <StoreCard
      app={app}
      newest={newest}
      download={downloads.find(({ app_id, version }) => app_id === app.id && version === app.version)}
    />
  );
}

export function StoreCards({ apps, label }: StoreCardsProps) {
  const card = useStoreCard();
  return <RowList items={apps} label={label} estimate={385} minItemWidth={330} render={(app) => card(app)} />;
}

/** Shows the newest app larger. @param apps newest first */
export function NewestFirst({ apps, label }: StoreCardsProps) {
  const card = useStoreCard();
  const [newest, ...others] = apps;
  return (
    <>
      {newest && card(newest, true)}
      {others.length > 0 && <StoreCards apps={others} label={label} />}
    </>
  );
}

/** The server counts up to 1,000. */
export function AppCount({ total }: { total: number }) {
  const { i18n } = useLingui();
  if (total <= MOST_COUNTED) return <Plural value={total} one="# app" other="# apps" />;
  const most = formatNumber(MOST_COUNTED, i18n.locale);
  return <Trans>{most}+ apps</Trans>;
}
