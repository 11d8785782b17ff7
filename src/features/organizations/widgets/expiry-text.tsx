import { Trans } from "@lingui/react/macro";
import { Badge } from "../../../ui/badge.tsx";
import { DateText } from "../../../ui/formatted-values.tsx";
import { useNow } from "../../../ui/use-now.ts";

/** When a link stops working, or that it has. */
export function ExpiryText({ value }: { value: string }) {
  const now = useNow();
  if (Date.parse(value) > now) return <DateText value={value} />;
  return (
    <Badge tone="caution">
      <Trans context="invitation">Expired</Trans>
    </Badge>
  );
}
