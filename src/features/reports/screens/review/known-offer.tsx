import { Trans, useLingui } from "@lingui/react/macro";
import type { Feedback } from "#sync/schema/feedback.ts";
import { Checkbox } from "#ui/checkbox-radio-switch.tsx";

interface KnownOfferProps {
  original: Feedback | undefined;
  duplicates: readonly Feedback[];
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/**
 * Offers to publish the original as a known issue, because testers cannot read other testers'
 * reports. Renders nothing if it is one already.
 */
export function KnownOffer({ original, duplicates, checked, onChange }: KnownOfferProps) {
  const { t } = useLingui();
  if (!original || original.known || duplicates.every((one) => one.tester_id === original.tester_id)) return null;
  if (original.status === "rejected") return null;
  if (original.status !== "approved") {
    return (
      <p className="text-muted text-sm">
        <Trans>
          Testers cannot read the original, which somebody else wrote. Once it is approved, make it a known issue to
          show them what they repeated.
        </Trans>
      </p>
    );
  }
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      label={t`Make the original a known issue`}
      help={t`It tells the tester what they repeated. Accepted testers see its summary and details, but not who reported it.`}
    />
  );
}

export const canBeKnown = (original: Feedback | undefined): boolean =>
  original?.status === "approved" && !original.known;
