/** The name of the OAuth provider that stands for the hosted platform (PRD-08, AUT-18). */
export const PLATFORM_PROVIDER = "huggingface";
