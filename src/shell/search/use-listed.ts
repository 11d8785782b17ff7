// Further entries: server results for admins, and lists that may contain more matches.
import { useLingui } from "@lingui/react/macro";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Megaphone, Package, Search, UserRound } from "lucide-react";
import type { Person } from "../../state/session.ts";
import { type Entry, entry } from "./entry.ts";
import type { AdminFound } from "./use-admin-search.ts";

/** @param query empty returns none */
export function useListed(person: Person, query: string, found: AdminFound): Entry[] {
  const server = useServerEntries(found);
  const lists = useLists(person, query);
  return query === "" ? [] : [...server, ...lists];
}

function useServerEntries({ people, campaigns, apps }: AdminFound): Entry[] {
  const navigate = useNavigate();
  return [
    ...people.map(({ id, name, email }) =>
      entry({
        ...{ id: `person ${id}`, group: "people" as const, icon: UserRound, label: name, detail: email },
        run: () => void navigate({ to: "/admin/users/$userId", params: { userId: id } }),
      }),
    ),
    ...campaigns.map(({ id, title, developer_name }) =>
      entry({
        ...{ id: `campaign ${id}`, group: "tests" as const, icon: Megaphone, label: title, detail: developer_name },
        run: () => void navigate({ to: "/admin/campaigns", search: { campaign: id } }),
      }),
    ),
    ...apps.map(({ id, title, developer_name }) =>
      entry({
        ...{ id: `app ${id}`, group: "apps" as const, icon: Package, label: title, detail: developer_name },
        run: () => void navigate({ to: "/admin/apps", search: { app: id } }),
      }),
    ),
  ];
}

const campaignPath = /^\/developer\/campaigns\/([\da-f-]{36})\/?$/;

function useLists(person: Person, query: string): Entry[] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const open = useLocation({ select: ({ pathname }) => campaignPath.exec(pathname)?.[1] });
  const search = { q: query };
  const list = (id: string, label: string, run: () => void) =>
    entry({ id: `further ${id}`, group: "elsewhere", icon: Search, label, run });
  const ofRole = {
    tester: () => [
      list("tests", t`Find “${query}” in Available Tests`, () => void navigate({ to: "/tester/tests", search })),
      list("reports", t`Find “${query}” in My Feedback`, () => void navigate({ to: "/tester/feedback", search })),
    ],
    developer: () => [
      ...(open
        ? [
            list(
              "reports",
              t`Find “${query}” in the reports of this campaign`,
              () =>
                void navigate({
                  to: "/developer/campaigns/$campaignId",
                  params: { campaignId: open },
                  search: { tab: "feedback", status: "all", q: query },
                }),
            ),
          ]
        : []),
      list(
        "campaigns",
        t`Find “${query}” in My Campaigns`,
        () => void navigate({ to: "/developer/campaigns", search }),
      ),
    ],
    admin: () => [
      list("users", t`Find “${query}” in User Management`, () => void navigate({ to: "/admin/users", search })),
      list("campaigns", t`Find “${query}” in Campaigns`, () => void navigate({ to: "/admin/campaigns", search })),
      list("all apps", t`Find “${query}” in Apps`, () => void navigate({ to: "/admin/apps", search })),
    ],
  };
  return [
    ...ofRole[person.role](),
    list("apps", t`Find “${query}” in the App Store`, () => void navigate({ to: "/apps", search })),
  ];
}
