// The browser that is installed.

import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function chromiumPath() {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const isThere = (path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isThere);
  assert(found, `none of ${names.join(', ')} is installed`);
  return found;
}
