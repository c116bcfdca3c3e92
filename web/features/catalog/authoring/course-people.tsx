import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { MailPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type CoursePerson, CourseRole, NewCoursePerson } from '#contract/access/course-people.ts';
import { orNothing } from '#contract/fields.ts';
import { messages } from '#contract/messages.ts';
import { courseRoles } from '#contract/teaching/teaching-messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { coursePeopleQuery } from '#web/api/teaching-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ActionDialog } from '#web/ui/dialogs/confirm-action.tsx';
import { Field, FormAlert, TextField } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { Badge, Panel } from '#web/ui/panel.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';

interface CourseProps {
  courseId: string;
}

type Saved = ResponseOf<'DELETE /admin/courses/:courseId/people/:userId'>;

const ERROR = msg`The people of this course were not changed. Please try again.`;

const RoleOptions = () => {
  const { _ } = useLanguage();
  return CourseRole.options.map((role) => (
    <option key={role} value={role}>
      {_(courseRoles[role].name)}
    </option>
  ));
};

const showSaved =
  (courseId: string) =>
  (saved: Saved, queryClient: QueryClient): void => {
    queryClient.setQueryData(coursePeopleQuery(courseId).queryKey, saved);
    void invalidate(queryClient, ['people']);
  };

/** Who teaches a course, and who assists. */
export function CoursePeople({ courseId }: CourseProps) {
  const { t } = useLingui();
  const query = useQuery(coursePeopleQuery(courseId));
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <Panel title={t`Teachers and assistants`}>
        <QueryBoundary query={query} failure={t`The people of this course could not be loaded`} isInPanel>
          {({ people }) =>
            people.length === 0 ? (
              <p className="text-muted">
                <Trans>Nobody yet. Admins can edit every course.</Trans>
              </p>
            ) : (
              <ul className="divide-y divide-line">
                {people.map((person) => (
                  <PersonRow key={person._id} courseId={courseId} person={person} />
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </Panel>
      <AddToCourse courseId={courseId} />
    </div>
  );
}

/** The name is that of a new account. */
const AddFields = NewCoursePerson.extend({ fullName: orNothing(NewCoursePerson.shape.fullName.unwrap()) });

function AddToCourse({ courseId }: CourseProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: AddFields,
    defaults: { email: '', fullName: '', role: 'teacher' },
    messages: { error: t(ERROR), incomplete: messages.people.emailMissing },
    run: ({ fullName, ...person }) => {
      const body = fullName === '' ? person : { ...person, fullName };
      return call('POST /admin/courses/:courseId/people', { params: { courseId }, body });
    },
    onSuccess: (saved) => {
      form.reset();
      showSaved(courseId)(saved, queryClient);
    },
  });
  const { _ } = useLanguage();
  const { error, ...role } = field('role', messages.people.emailMissing);
  return (
    <Panel title={t`Add a person`}>
      <form className="space-y-4" noValidate onSubmit={onSubmit}>
        {formError && <FormAlert>{formError}</FormAlert>}
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="off"
          hint={t`Without an account, they are invited to create one.`}
          {...field('email', messages.people.emailMissing)}
        />
        <TextField
          label={t`Name`}
          autoComplete="off"
          hint={t`Optional. For a new account.`}
          {...field('fullName', messages.people.nameMissing)}
        />
        <Field label={t`Role`} error={error}>
          {(described) => (
            <select {...role} {...described} className="select h-12">
              <RoleOptions />
            </select>
          )}
        </Field>
        <ul className="meta space-y-1">
          {CourseRole.options.map((name) => (
            <li key={name}>
              <span className="font-semibold">{_(courseRoles[name].name)}:</span> {_(courseRoles[name].may)}
            </li>
          ))}
        </ul>
        <Button type="submit" isBusy={isBusy} busyText={t`Adding`}>
          <Trans>Add to course</Trans>
        </Button>
      </form>
    </Panel>
  );
}

interface PersonProps extends CourseProps {
  person: CoursePerson;
}

const Name = ({ person: { fullName, email, isInvited, waitsForConfirmation } }: Pick<PersonProps, 'person'>) => (
  <div className="min-w-0 flex-1 basis-40">
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
      {fullName}
      {isInvited && (
        <Badge tone="waiting">
          <Trans>Invited</Trans>
        </Badge>
      )}
      {waitsForConfirmation && (
        <Badge tone="waiting">
          <Trans>Address not confirmed</Trans>
        </Badge>
      )}
    </p>
    <p className="meta wrap-anywhere">{email}</p>
    {waitsForConfirmation && (
      <p className="meta">
        <Trans>Gets the role after confirming the address with the link that we emailed.</Trans>
      </p>
    )}
  </div>
);

function PersonRow({ courseId, person }: PersonProps) {
  const { t } = useLingui();
  const { fullName, email, role, isInvited, waitsForConfirmation } = person;
  const queryClient = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const put = useAction({
    run: (next: CourseRole) =>
      call('POST /admin/courses/:courseId/people', { params: { courseId }, body: { email, role: next } }),
    messages: { error: t(ERROR) },
    onSuccess: (saved) => showSaved(courseId)(saved, queryClient),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Avatar fullName={fullName} src={null} className="size-9" />
      <Name person={person} />
      <div className="flex items-center gap-1 max-sm:w-full max-sm:ps-13">
        <select
          className="select h-11 w-36"
          aria-label={t`Role of ${fullName}`}
          value={role}
          disabled={put.isBusy}
          onChange={({ target }) => void put.start(CourseRole.parse(target.value))}
        >
          <RoleOptions />
        </select>
        <RowMenu
          label={t`Actions for ${fullName}`}
          items={[
            ...(isInvited || waitsForConfirmation
              ? [
                  {
                    label: isInvited ? t`Send invitation again` : t`Send the link again`,
                    icon: MailPlus,
                    onSelect: () => void put.start(role),
                  },
                ]
              : []),
            {
              label: isInvited ? t`Revoke invitation` : t`Remove from course`,
              icon: Trash2,
              isDestructive: true,
              onSelect: () => setRemoving(true),
            },
          ]}
        />
      </div>
      {isRemoving && <RemoveDialog {...{ courseId, person }} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function RemoveDialog({ courseId, person, onClose }: PersonProps & { onClose: () => void }) {
  const { t } = useLingui();
  const { _id: userId, fullName, isInvited } = person;
  return (
    <ActionDialog
      title={isInvited ? t`Revoke the invitation of ${fullName}?` : t`Remove ${fullName} from this course?`}
      confirmLabel={isInvited ? t`Revoke invitation` : t`Remove`}
      run={() => call('DELETE /admin/courses/:courseId/people/:userId', { params: { courseId, userId } })}
      messages={{ error: t(ERROR) }}
      onSuccess={showSaved(courseId)}
      onClose={onClose}
    >
      {isInvited
        ? t`The link in their email stops working.`
        : t`They no longer see its drafts and learners. What they bought stays theirs.`}
    </ActionDialog>
  );
}
