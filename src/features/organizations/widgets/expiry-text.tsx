import { Trans } from "@lingui/react/macro";
import { Badge } from "#ui/badge.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { useNow } from "#ui/use-now.ts";

export function ExpiryText({ value }: { value: string }) {
  const now = useNow();
  if (Date.parse(value) > now) return <DateText value={value} />;
  return (
    <Badge tone="caution">
      <Trans context="invitation">Expired</Trans>
    </Badge>
  );
}
