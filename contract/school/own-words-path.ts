/** Where pages find what the school says in its own words. */
export const OWN_WORDS = '/own-words/';
