import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface ReportLinkProps {
  campaignId: string;
  reportId: string;
  /** Default: a row of a list with lines. */
  className?: string;
  children: ReactNode;
}

/** A row of a list with lines. */
export const rowClass =
  "flex min-h-14 items-center gap-4 px-4 py-2.5 hover:bg-sunken focus-visible:-outline-offset-2 md:px-5";

/** Leads its author to the report. */
export const ReportLink = ({ campaignId, reportId, className = rowClass, children }: ReportLinkProps) => (
  <Link
    to="/tester/tests/$campaignId/report/$feedbackId"
    params={{ campaignId, feedbackId: reportId }}
    className={className}
  >
    {children}
  </Link>
);
