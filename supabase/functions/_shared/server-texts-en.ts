import {
  amount,
  announcement,
  campaign,
  contactReply,
  invitation,
  issue,
  newTests,
  of,
  reason,
  release,
  report,
  reviews,
  role,
  type Texts,
  waves,
} from "./text-writers.ts";

export const en = {
  notifications: {
    application_received: campaign((d) => `${of(d, "tester_name")} applied to your campaign`),
    application_accepted: campaign("You're accepted to a test"),
    application_rejected: reason("Your application was not selected"),
    application_removed: reason("You were removed from a test"),
    feedback_received: report("New report"),
    feedback_approved: report("Your report was approved"),
    feedback_rejected: report("Your report was rejected"),
    changes_requested: report("Changes to your report are requested"),
    results_returned: reason("Your results were sent back"),
    comment_received: (d) => ({ title: `${of(d, "author_name")} commented on a report`, body: of(d, "summary") }),
    report_assigned: report((d) => `${of(d, "assigned_by")} assigned a report to you`),
    reward_earned: amount("You earned a reward"),
    payout_paid: amount("Your payout is on its way"),
    payout_failed: amount("Your payout failed"),
    campaign_completed: campaign("A campaign is completed"),
    waves_ended: waves(
      "Enough testers take part",
      "Everybody on your list has been invited",
      (active, target) => `${active} of ${target} testers take part. No more invitations are sent.`,
    ),
    release_withdrawn: release("A build you downloaded was withdrawn"),
    release_expired: release("A build you downloaded has expired"),
    device_added: (d) => ({
      title: `${of(d, "tester_name")} added a device to register`,
      body: `${of(d, "model")} · ${of(d, "campaign_title")}`,
    }),
    build_published: campaign((d) => `${of(d, "version")} is here`),
    issue_fixed: issue((d) => `Fixed in ${of(d, "version")}. Please check.`),
    announcement: announcement((organization, campaign) => `${organization}: announcement on ${campaign}`),
    role_changed: role("Your role has changed"),
    session_ended: reason("An admin logged you out on a device"),
    new_tests: newTests(
      {
        one: (search) => `1 new test fits “${search}”`,
        other: (search, count) => `${count} new tests fit “${search}”`,
      },
      (searches) => `Also in ${searches}`,
    ),
    reminder_build: campaign("Download the build to start testing"),
    reminder_report: campaign("Send your first report"),
    reminder_check_in: campaign("Check in for today"),
    reminder_changes: report("Your report is still waiting for your changes"),
    reminder_retest: issue((d) => `Is it fixed in ${of(d, "version")}? Please check.`),
    reminder_review: reviews(
      {
        one: () => "1 report will soon be approved automatically",
        other: (count) => `${count} reports will soon be approved automatically`,
      },
      {
        alone: {
          one: () => "1 set of results will soon be accepted automatically",
          other: (count) => `${count} sets of results will soon be accepted automatically`,
        },
        added: { one: () => "and 1 set of results", other: (count) => `and ${count} sets of results` },
      },
      { one: (hours) => `within ${hours} hours`, other: (hours) => `the first within ${hours} hours` },
    ),
    organization_invited: invitation(
      { owner: "an owner", admin: "an admin", manager: "a manager", reviewer: "a reviewer", viewer: "a viewer" },
      (organization) => `You are invited to join ${organization} on Betaflock`,
      (inviter, role) =>
        `${inviter === "" ? "You are invited" : `${inviter} invites you`} to join as ${role}. The link works for 7 days, for this address only. If you do not know the sender, do nothing.`,
    ),
    contact_reply: contactReply(
      "Our reply to your message",
      "You wrote:",
      "To answer, write to us again with the contact form.",
    ),
    campaign_invited: (d) => ({
      title: `You are invited to test ${of(d, "campaign_title")}`,
      body: `${of(d, "organization_name")} invites you to a beta test on Betaflock. ${
        of(d, "bound_to") === "account"
          ? "You have 7 days to accept."
          : "The link works for 7 days, for this address only. If you do not know the sender, do nothing."
      }`,
    }),
    recovery_code_used: () => ({
      title: "A recovery code was used",
      body: "Two-step verification of your Betaflock account is off, and all other devices have been logged out. Turn it on again soon. If it was not you, choose a new password now: somebody has your password and your recovery codes.",
    }),
    factor_added: () => ({
      title: "An authenticator app was added",
      body: "Logging in to your Betaflock account now also takes a code from this app. If it was not you, choose a new password now. If you cannot log in, write to us with the contact form.",
    }),
    factor_removed: () => ({
      title: "An authenticator app was removed",
      body: "An authenticator app was removed from your Betaflock account. If it was the only one, two-step verification is off. If you did not do this or ask for it, choose a new password now and turn it on again.",
    }),
    password_changed: () => ({
      title: "Your password was changed",
      body: "Your Betaflock account has a new password. If it was not you, choose another one now: this page sends you a link.",
    }),
    email_changed: () => ({
      title: "Your email address was changed",
      body: "Your Betaflock account now uses another email address instead of this one. If it was not you, write to us now with the contact form: somebody has access to your account.",
    }),
  },
  open: "Open it in Betaflock",
  settings: "Choose what you get by email",
  worksOnce: "The link works once, within one hour.",
  authMails: {
    confirmation: {
      title: "Confirm your email address",
      text: "Thank you for registering with Betaflock. Follow this link to confirm your email address.",
      link: "Confirm the address",
    },
    invite: {
      title: "You are invited to Betaflock",
      text: "An administrator has created an account for you. Follow this link to choose a password and get started.",
      link: "Accept the invitation",
    },
    recovery: {
      title: "Choose a new password",
      text: "Somebody, probably you, requested a new password. Follow this link to choose one. If it was not you, do nothing: your password stays the same.",
      link: "Choose a new password",
    },
    magic_link: {
      title: "Log in to Betaflock",
      text: "Follow this link to log in.",
      link: "Log in",
    },
    email_change: {
      title: "Confirm your new email address",
      text: "Somebody, probably you, wants to change the email address of your Betaflock account. Follow this link to allow it. We ask both your current and your new address; nothing changes until both have confirmed.",
      link: "Change the address",
    },
  },
} as const satisfies Texts;
