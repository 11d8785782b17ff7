export { keepCards } from "../../sync/catalog/cards.ts";
export { fetchRow, keepAhead } from "../../sync/catalog/kept-rows.ts";
export { fetchOrganizationApps } from "../../sync/catalog/organization-apps.ts";
export { catalogCampaign } from "../../sync/queries/campaigns.ts";
export { catalogApp, flaggedReport, storeCards } from "../../sync/queries/catalog.ts";
