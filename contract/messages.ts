/**
 * Every message shown to a user, by key. The specification fixes many of them to the letter, spelling mistakes included.
 * The groups are modules, and a page loads only those that it uses.
 */
export * as messages from './message-groups.ts';
