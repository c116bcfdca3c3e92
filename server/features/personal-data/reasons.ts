/** Why rows stay after a deletion. */
export const books = 'Tax law: amounts, dates and the number of the invoice, without the person.';
export const pseudonym = 'The id of a deleted account, which leads to nobody.';
