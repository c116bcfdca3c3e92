import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Avatar } from './avatar.tsx';

test.each([
  ['Meera Nair', 'MN'],
  ['Dr. Thomas Kurian', 'TK'],
  ['A. P. J. Abdul Kalam', 'AK'],
  ['Lakshmi', 'L'],
  ['Prof.', 'P'],
  ['Cafe\u0301 E\u0301lan', 'CÉ'],
  ['@asha 🎉Rao', 'AR'],
  ['🎉', '🎉'],
  ['أحمد خالد', 'أ'],
  ['王小明', '王'],
  ['सीता देवी', 'सद'],
])('the initials of "%s" are %s', (fullName, initials) => {
  const { container } = render(<Avatar fullName={fullName} src={null} />);
  expect(container.textContent).toBe(initials);
});
