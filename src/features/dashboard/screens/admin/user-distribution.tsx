import { useLingui } from "@lingui/react/macro";
import { Count } from "#ui/formatted-values.tsx";

interface UserDistributionProps {
  testers: number;
  developers: number;
  admins: number;
}

export function UserDistribution({ testers, developers, admins }: UserDistributionProps) {
  const { t } = useLingui();
  const parts = [
    { key: "testers", label: t`Testers`, n: testers, colour: "bg-accent" },
    { key: "developers", label: t`Developers`, n: developers, colour: "bg-positive" },
    { key: "admins", label: t`Admins`, n: admins, colour: "bg-caution" },
  ];
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken forced-color-adjust-none">
        {parts
          .filter((part) => part.n > 0)
          .map((part) => (
            <span key={part.key} className={part.colour} style={{ flexGrow: part.n, minWidth: 6 }} />
          ))}
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {parts.map((part) => (
          <div key={part.key} className="flex items-center gap-2">
            <span aria-hidden className={`size-3 rounded-full forced-color-adjust-none ${part.colour}`} />
            <dt className="text-muted">{part.label}</dt>
            <dd className="font-semibold tabular-nums">
              <Count value={part.n} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
