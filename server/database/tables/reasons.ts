/** Why rows stay after a deletion of a person's data. */
export const books = 'Tax law: amounts, dates and the number of the invoice, without the person.';
export const pseudonym = 'The id of a deleted account, which leads to nobody.';

/** Why rows are in no archive. */
export const computed = { leftOut: 'It is computed from other tables.' };
export const secret = { leftOut: 'Secrets and keys of this school: another one makes its own.' };
export const passing = { leftOut: 'It belongs to the running server.' };
