// Values in addresses of pages. Has no valibot, which the first page does not load.

export const organizationRoles = ["owner", "admin", "manager", "reviewer", "viewer"] as const;
export const applicationStatuses = ["pending", "accepted", "rejected", "withdrawn", "removed", "completed"] as const;
export const resultsStatuses = ["", "submitted", "returned", "accepted"] as const;
export const codeChecks = ["matched", "differs", "unknown", "too_many"] as const;
export const roles = ["tester", "developer", "admin"] as const;
export const profileStatuses = ["active", "inactive", "suspended"] as const;
export const reportGuideStates = ["open", "dismissed", "finished"] as const;
export const currencies = ["USD", "EUR", "GBP", "JPY", "CAD"] as const;
export const testerInvitationStates = ["sent", "joined", "expired", "revoked"] as const;
export const appStatuses = ["draft", "published", "unpublished", "hidden"] as const;
export const campaignStatuses = ["draft", "active", "completed", "archived"] as const;
export const platforms = ["all", "android", "ios", "web", "windows", "macos"] as const;
export const categories = ["health_fitness", "shopping", "productivity", "education", "food_drink", "travel"] as const;
export const feedbackTypes = ["bug", "feature", "usability"] as const;
export const feedbackStatuses = ["draft", "submitted", "approved", "rejected", "changes_requested"] as const;
export const severities = ["low", "medium", "high", "critical"] as const;
/** A report's urgency to its organization, ascending; empty if not set. */
export const priorities = ["", "low", "medium", "high", "urgent"] as const;
export const settingsSections = ["general", "security", "notifications", "payments", "branding"] as const;
