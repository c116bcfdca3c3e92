import type { Platform } from '#server/platform.ts';
import { type Bulk, type BulkNeeds, createBulk } from './bulk.ts';
import { type AddPerson, type AddPersonNeeds, createAddPerson } from './add-person.ts';
import { createImports, type ImportNeeds, type Imports } from './import/import.ts';
import { createNotes, type Notes, type NotesNeeds } from './notes.ts';
import { createPeopleList, type PeopleList, type PeopleListNeeds } from './people-list.ts';
import { createReadPerson, type PersonNeeds, type ReadPerson } from './person.ts';

/** People for admins; purchases, progress and access come from the other features. */
export interface People {
  list: PeopleList;
  readPerson: ReadPerson;
  bulk: Bulk;
  imports: Imports;
  add: AddPerson;
  notes: Notes;
  changes: AccountChanges;
}

interface Origin {
  adminId: string;
  userId: string;
}

/** Changes of one account, see `accounts`. */
export interface AccountChanges {
  /** Returns how many renewals ended with it. */
  block(origin: Origin, reason: string): Promise<number>;
  unblock(origin: Origin): Promise<unknown>;
  setRole(origin: Origin, role: 'ADMIN' | 'USER'): Promise<unknown>;
  endSecondStep(origin: Origin): Promise<unknown>;
  logOutEverywhere(origin: Origin): Promise<unknown>;
  sendResetLink(origin: Origin): Promise<unknown>;
}

export type PeopleNeeds = PeopleListNeeds &
  Omit<PersonNeeds, 'list' | 'notes'> &
  AddPersonNeeds &
  NotesNeeds &
  Pick<BulkNeeds, 'access' | 'countRenewals' | 'emailOf' | 'recordEmails'> &
  ImportNeeds & { changes: AccountChanges };

export const createPeople = (platform: Platform, needs: PeopleNeeds): People => {
  const { changes } = needs;
  const list = createPeopleList(platform, needs);
  const notes = createNotes(platform, needs);
  return {
    list,
    readPerson: createReadPerson(platform, { ...needs, list, notes }),
    imports: createImports(platform, needs),
    add: createAddPerson(platform, needs),
    notes,
    bulk: createBulk(platform, { ...needs, list, block: changes.block }),
    changes,
  };
};
