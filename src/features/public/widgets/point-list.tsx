import type { ReactNode } from "react";

interface PointListProps {
  className: string;
  itemClassName: string;
  children: ReactNode[];
}

export const PointList = ({ className, itemClassName, children }: PointListProps) => (
  <ul className={className}>
    {children.map((point, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
      <li key={index} className={itemClassName}>
        {point}
      </li>
    ))}
  </ul>
);
