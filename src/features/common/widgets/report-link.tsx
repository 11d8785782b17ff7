import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface ReportLinkProps {
  campaignId: string;
  /** Null links to the test. */
  reportId: string | null;
  /** Defaults to a bordered row. */
  className?: string;
  children: ReactNode;
}

/** Class of a bordered row. */
export const rowClass =
  "flex min-h-14 items-center gap-4 px-4 py-2.5 hover:bg-sunken focus-visible:-outline-offset-2 md:px-5";

/** Links to the author's view of the report. */
export const ReportLink = ({ campaignId, reportId, className = rowClass, children }: ReportLinkProps) =>
  reportId === null ? (
    <Link to="/tester/tests/$campaignId" params={{ campaignId }} className={className}>
      {children}
    </Link>
  ) : (
    <Link
      to="/tester/tests/$campaignId/report/$feedbackId"
      params={{ campaignId, feedbackId: reportId }}
      className={className}
    >
      {children}
    </Link>
  );
