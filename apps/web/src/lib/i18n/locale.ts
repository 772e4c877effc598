/** The only locale (I18-01). Addresses carry no language. */
export const LOCALE = "en";

const COOKIE = "i18n_redirected";
const COOKIE_DAYS = 365;
const SECONDS_PER_DAY = 86_400;

/** Keeps the locale in a cookie for 365 days (I18-03). */
export function rememberLocale(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not in every browser we serve.
  document.cookie = `${COOKIE}=${LOCALE}; Max-Age=${COOKIE_DAYS * SECONDS_PER_DAY}; Path=/; SameSite=Lax`;
}
