// A table with sticky sortable headers. Rows become cards on a phone; long tables render only the
// rows in view.
import { useLingui } from "@lingui/react/macro";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";

export interface Column<T> {
  key: string;
  header: string;
  cell: (row: T) => ReactNode;
  sortable?: boolean;
  align?: "start" | "end";
  /** The row's name: a heading of the card on a phone, a row header on a desktop. */
  primary?: boolean;
  /** Stays in sight at the end while the others scroll. */
  pinned?: boolean;
  className?: string;
}
export interface Sort {
  key: string;
  direction: "asc" | "desc";
}

interface DataTableProps<T> {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** As wide as its columns need: scrolls sideways within itself, its first column aside. */
  scrolls?: boolean;
}

const WHOLE_UP_TO = 80;
/** Height of a row in px before one is measured. */
const ESTIMATE = 53;
/** Of so many rows the height is known, should more come: a list grows by pages. */
const SOON_LONG = WHOLE_UP_TO / 4;

/** A click on the sorted column flips it; on another sorts that one ascending. */
const nextSort = (key: string, sort: Sort | undefined): Sort => ({
  key,
  direction: sort?.key === key && sort.direction === "asc" ? "desc" : "asc",
});

export function DataTable<T>({ caption, columns, rows, keyOf, sort, onSort, scrolls = false }: DataTableProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const whole = rows.length <= WHOLE_UP_TO;
  // Cards of a phone are three times as high as rows. With a wrong guess other rows would be drawn
  // than those in view once the table is long, and whoever is in one would lose their place.
  const height = useRef(ESTIMATE);
  // Between the cards that rows become on a phone.
  const gap = rows.length > SOON_LONG && window.matchMedia("(width < 48rem)").matches ? 12 : 0;
  useLayoutEffect(() => {
    const box = body.current;
    if (box && whole && rows.length > SOON_LONG) height.current = (box.offsetHeight + gap) / rows.length - gap;
  }, [whole, rows.length, gap]);
  const virtualizer = useWindowVirtualizer({
    count: whole ? 0 : rows.length,
    estimateSize: () => height.current,
    overscan: 10,
    gap,
    scrollMargin: top,
  });
  const shown = virtualizer.getVirtualItems();
  const before = whole ? 0 : (shown[0]?.start ?? top) - top;
  const after = whole ? 0 : virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top);

  const line = (row: T, index: number) => (
    <tr
      key={keyOf(row)}
      ref={whole ? undefined : virtualizer.measureElement}
      data-index={index}
      data-row
      aria-rowindex={index + 2}
      className="max-md:flex max-md:flex-col max-md:gap-1.5 max-md:rounded-lg max-md:border max-md:border-line max-md:bg-raised max-md:p-4 md:border-line md:border-t"
    >
      {columns.map((column) => (
        <Cell key={column.key} column={column} className={scrolls ? stays(column) : ""}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  );

  return (
    <div
      {...(scrolls ? { role: "region", "aria-label": caption, tabIndex: 0 } : {})}
      className={cx(
        "md:rounded-lg md:border md:border-line md:bg-raised md:shadow-sm",
        // What only screen readers see in it scrolls along: else it widens the page.
        scrolls && "md:relative md:overflow-x-auto",
      )}
    >
      <table
        aria-rowcount={rows.length + 1}
        className={cx("w-full text-sm max-md:block", scrolls && "md:w-max md:min-w-full")}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                className={scrolls ? `md:static md:top-auto ${stays(column)}` : ""}
                sort={sort}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body} className="max-md:flex max-md:flex-col max-md:gap-3">
          {before > 0 && <Spacer height={before} columns={columns.length} />}
          {whole ? rows.map(line) : shown.map((item) => line(rows[item.index] as T, item.index))}
          {after > 0 && <Spacer height={after} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

/** What does not scroll sideways: whose row it is, and what is done with it. */
const stays = ({ primary, pinned }: Pick<Column<never>, "primary" | "pinned">) =>
  cx(
    (primary || pinned) && "md:sticky! md:z-10 md:bg-raised",
    primary && "md:start-0",
    pinned && "md:end-0 md:border-line md:border-s",
  );

interface CellProps<T> {
  column: Column<T>;
  className: string;
  children: ReactNode;
}

function Cell<T>({ column, className, children }: CellProps<T>) {
  const align = column.align === "end" && "md:text-end";
  if (column.primary) {
    return (
      <th
        scope="row"
        className={cx("text-start font-semibold max-md:text-base md:px-4 md:py-3", align, className, column.className)}
      >
        {children}
      </th>
    );
  }
  return (
    <td
      className={cx(
        "max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 md:px-4 md:py-3",
        // A menu button is taller than a line of text: keeps the row's height and aligns the dots
        // with the end of other values.
        "max-md:has-[>span>[aria-haspopup=menu]]:-me-3 md:has-[>span>[aria-haspopup=menu]]:py-0.5",
        align,
        className,
        column.className,
      )}
    >
      <span aria-hidden className="max-w-3/5 shrink-0 text-muted md:hidden">
        {column.header}
      </span>
      <span className="min-w-0 max-md:text-end">{children}</span>
    </td>
  );
}

function HeaderCell<T>(props: {
  column: Column<T>;
  className: string;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const { column, className, sort, onSort } = props;
  const { t } = useLingui();
  const sorted = sort?.key === column.key ? sort.direction : undefined;
  const Icon = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  const header = column.header;
  return (
    <th
      scope="col"
      aria-sort={sorted && (sorted === "asc" ? "ascending" : "descending")}
      className={cx(
        "sticky top-14 z-10 bg-raised px-4 py-1 font-semibold text-muted first:rounded-ss-lg last:rounded-se-lg",
        column.align === "end" ? "text-end" : "text-start",
        className,
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          title={t`Sort by ${header}`}
          onClick={() => onSort(nextSort(column.key, sort))}
          className="-mx-2 inline-flex min-h-9 items-center gap-1 rounded-md px-2 text-start hover:text-text"
        >
          {header}
          <Icon aria-hidden className={cx("size-4", !sorted && "opacity-50")} />
        </button>
      ) : (
        <span className="inline-flex min-h-9 items-center">{header}</span>
      )}
    </th>
  );
}

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden>
    <td colSpan={columns} style={{ height }} className="p-0" />
  </tr>
);
