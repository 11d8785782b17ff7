import { Plural } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Checkbox } from "./checkbox-radio-switch.tsx";

interface SelectAllProps {
  rows: readonly { readonly id: string }[];
  chosen: number;
  onChoose: (ids: string[]) => void;
  /** Shown without a selection. */
  label: ReactNode;
}

export function SelectAll({ rows, chosen, onChoose, label }: SelectAllProps) {
  const all = chosen === rows.length;
  return (
    <Checkbox
      className="font-medium"
      checked={all}
      onChange={() => onChoose(all ? [] : rows.map((row) => row.id))}
      label={chosen === 0 ? label : <Plural value={chosen} one="# selected" other="# selected" />}
    />
  );
}
