import { useLingui } from "@lingui/react/macro";
import { compareNames } from "../../../../i18n/compare-names.ts";
import { Field } from "../../../../ui/field.tsx";
import { Select } from "../../../../ui/inputs.tsx";

interface OwnerSelectProps {
  /** Of those who have files. */
  ids: readonly string[];
  names: ReadonlyMap<string, string>;
  me: string;
  value: string;
  onChange: (id: string) => void;
}

/** Admins: whose area one looks at. */
export function OwnerSelect({ ids, names, me, value, onChange }: OwnerSelectProps) {
  const { t } = useLingui();
  // Without a network and never seen: the beginning of the id still tells them apart.
  const others = ids
    .filter((id) => id !== me)
    .map((id) => ({ value: id, label: names.get(id) ?? id.slice(0, 8) }))
    .sort((a, b) => compareNames(a.label, b.label));
  return (
    <Field label={t`Owner`} className="w-full sm:w-64">
      <Select
        value={value}
        options={[{ value: me, label: t`Me` }, ...others]}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
