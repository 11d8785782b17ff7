// The route tree. A new screen is a file beside the others and a line here.
import { notificationsRoute } from "./account/notifications.tsx";
import { accountSecurityRoute } from "./account/security.tsx";
import { accountSettingsRoute } from "./account/settings.tsx";
import { adminActivityRoute } from "./admin/activity.tsx";
import { adminDashboardRoute } from "./admin/dashboard.tsx";
import { adminFlagsRoute } from "./admin/flags.tsx";
import { adminRoute } from "./admin/layout.tsx";
import { adminMessagesRoute } from "./admin/messages.tsx";
import { adminPayoutsRoute } from "./admin/payouts.tsx";
import { adminRefusalsRoute } from "./admin/refusals.tsx";
import { adminSettingsRoute } from "./admin/settings.tsx";
import { adminStorageRoute } from "./admin/storage.tsx";
import { adminUsersRoute } from "./admin/users.tsx";
import { authCallbackRoute } from "./auth/auth-callback.tsx";
import { challengeRoute } from "./auth/challenge.tsx";
import { forgotPasswordRoute } from "./auth/forgot-password.tsx";
import { loginRoute } from "./auth/login.tsx";
import { registerRoute } from "./auth/register.tsx";
import { resetPasswordRoute } from "./auth/reset-password.tsx";
import { verifyEmailRoute } from "./auth/verify-email.tsx";
import { developerAppRoute } from "./developer/app.tsx";
import { developerAppsRoute } from "./developer/apps.tsx";
import { developerCampaignRoute } from "./developer/campaign.tsx";
import { developerCampaignCreateRoute } from "./developer/campaign-create.tsx";
import { developerCampaignPartRoute } from "./developer/campaign-part.tsx";
import { developerCampaignsRoute } from "./developer/campaigns.tsx";
import { developerDashboardRoute } from "./developer/dashboard.tsx";
import { developerRoute } from "./developer/layout.tsx";
import { developerProfileRoute } from "./developer/profile.tsx";
import { developerStorageRoute } from "./developer/storage.tsx";
import { landingRoute } from "./landing.tsx";
import { aboutRoute } from "./public/about.tsx";
import { contactRoute } from "./public/contact.tsx";
import { privacyRoute } from "./public/privacy.tsx";
import { termsRoute } from "./public/terms.tsx";
import { rootRoute } from "./root.tsx";
import { signedInRoute } from "./signed-in.tsx";
import { storeAppRoute } from "./store/app.tsx";
import { storeAppsRoute } from "./store/apps.tsx";
import { storeRoute } from "./store/layout.tsx";
import { testerApplicationsRoute } from "./tester/applications.tsx";
import { testerCampaignRoute } from "./tester/campaign.tsx";
import { testerDashboardRoute } from "./tester/dashboard.tsx";
import { testerFeedbackRoute } from "./tester/feedback.tsx";
import { testerRoute } from "./tester/layout.tsx";
import { testerProfileRoute } from "./tester/profile.tsx";
import { testerReportRoute } from "./tester/report.tsx";
import { testerRewardsRoute } from "./tester/rewards.tsx";
import { testerShareRoute } from "./tester/share.tsx";
import { testerTestsRoute } from "./tester/tests.tsx";

export const routeTree = rootRoute.addChildren([
  landingRoute,
  aboutRoute,
  termsRoute,
  privacyRoute,
  contactRoute,
  loginRoute,
  registerRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  challengeRoute,
  authCallbackRoute,
  storeRoute.addChildren([storeAppsRoute, storeAppRoute]),
  signedInRoute.addChildren([
    accountSettingsRoute,
    accountSecurityRoute,
    notificationsRoute,
    testerRoute.addChildren([
      testerDashboardRoute,
      testerTestsRoute,
      testerCampaignRoute,
      testerReportRoute,
      testerApplicationsRoute,
      testerFeedbackRoute,
      testerRewardsRoute,
      testerShareRoute,
      testerProfileRoute,
    ]),
    developerRoute.addChildren([
      developerDashboardRoute,
      developerCampaignsRoute,
      developerCampaignCreateRoute,
      developerCampaignRoute,
      developerCampaignPartRoute,
      developerAppsRoute,
      developerAppRoute,
      developerProfileRoute,
      developerStorageRoute,
    ]),
    adminRoute.addChildren([
      adminDashboardRoute,
      adminUsersRoute,
      adminSettingsRoute,
      adminFlagsRoute,
      adminPayoutsRoute,
      adminActivityRoute,
      adminRefusalsRoute,
      adminMessagesRoute,
      adminStorageRoute,
    ]),
  ]),
]);
