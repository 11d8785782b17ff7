import type { ReactNode } from "react";

export interface Row {
  label: string;
  value: ReactNode;
}

interface RowsProps {
  title?: string;
  rows: readonly (Row & { key?: string })[];
}

export function Rows({ title, rows }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <table className="w-full">
      {title && <caption className="pb-1 text-start font-semibold text-muted">{title}</caption>}
      <tbody>
        {rows.map(({ key, label, value }) => (
          <tr key={key ?? label} className="break-inside-avoid border-line border-b">
            <th scope="row" className="wrap-anywhere py-1 pe-3 text-start font-normal">
              {label}
            </th>
            <td className="py-1 text-end font-semibold tabular-nums">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
