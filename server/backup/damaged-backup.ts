import { OperatorError } from '#server/errors.ts';

/** A damaged backup; the message lists the problems. */
export class DamagedBackup extends OperatorError {}
