/** The name of the OAuth provider of the hosted platform (PRD-08, AUT-18). */
export const PLATFORM_PROVIDER = "huggingface";
