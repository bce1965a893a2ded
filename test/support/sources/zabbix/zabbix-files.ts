import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** The folder into which `.ci/run` has unpacked Debian's packages; undefined: it has not. */
export const ZABBIX_FOLDER = process.env['TOCSIN_TEST_ZABBIX']

const PHP_EXTENSIONS = [
  'pgsql',
  'mbstring',
  'bcmath',
  'gd',
  'xml',
  'dom',
  'ctype',
  'sockets',
  'gettext',
  'xmlreader',
  'xmlwriter',
]

/** The rest of what Zabbix brings along are templates, which take half a minute to load. */
const TABLES = ['role', 'role_rule', 'users', 'hstgrp', 'usrgrp', 'users_groups', 'config']

/** The packages as they lie in a folder. Nothing of them is installed. */
export class ZabbixFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  get server(): string {
    return this.#path('usr/sbin/zabbix_server')
  }

  get frontend(): string {
    return this.#path('usr/share/zabbix')
  }

  /** The environment that lets a program find libraries which are not installed, either. */
  get environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      LD_LIBRARY_PATH: [`usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`, 'usr/lib']
        .map((folder) => this.#path(folder))
        .join(':'),
    }
  }

  /** PHP, by the settings that are given here and no others. */
  phpCommand(listen: string): readonly [command: string, ...args: string[]] {
    const extensions = PHP_EXTENSIONS.flatMap((name) => ['-d', `extension=${name}`])
    const folder = this.#find('usr/lib/php', /^\d{8}$/)
    const php = this.#find('usr/bin', /^php\d+\.\d+$/)
    return [php, '-n', '-d', `extension_dir=${folder}`, ...extensions, '-S', listen, '-t', this.frontend]
  }

  /** The statements that make an empty Zabbix with its user Admin. */
  *statements(): Iterable<string> {
    yield this.#unzip('schema.sql.gz')
    const wanted = new Set(TABLES)
    const rows = this.#unzip('data.sql.gz').split(/;\n(?=INSERT INTO |DELETE FROM |COMMIT)/)
    yield rows.filter((row) => wanted.has(/^INSERT INTO (\w+)/.exec(row)?.[1] ?? '')).join(';\n')
  }

  /** Lets the frontend read its settings, which Debian's has in /etc, from the environment. */
  prepareFrontend(): void {
    const settings = this.#path('etc/zabbix/zabbix.conf.php')
    writeFileSync(settings, SETTINGS)
    const file = this.#path('usr/share/zabbix/include/classes/core/CConfigFile.php')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/CONFIG_FILE_PATH = '[^']*'/, `CONFIG_FILE_PATH = '${settings}'`))
  }

  #unzip(name: string): string {
    return gunzipSync(readFileSync(this.#path(`usr/share/zabbix-server-pgsql/${name}`))).toString('utf8')
  }

  /** Finds what is named after a release of PHP. */
  #find(folder: string, pattern: RegExp): string {
    const name = readdirSync(this.#path(folder)).find((one) => pattern.test(one))
    if (name === undefined) throw new Error(`${this.#path(folder)} has no ${pattern}`)
    return this.#path(`${folder}/${name}`)
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }
}

const SETTINGS = `<?php
$DB['TYPE'] = 'POSTGRESQL';
$DB['SERVER'] = '127.0.0.1';
$DB['PORT'] = getenv('ZABBIX_DATABASE_PORT');
$DB['DATABASE'] = 'zabbix';
$DB['USER'] = 'postgres';
$DB['PASSWORD'] = '';
$DB['SCHEMA'] = '';
$DB['ENCRYPTION'] = false;
$DB['DOUBLE_IEEE754'] = true;
$ZBX_SERVER_NAME = '';
$IMAGE_FORMAT_DEFAULT = IMAGE_FORMAT_PNG;
`
