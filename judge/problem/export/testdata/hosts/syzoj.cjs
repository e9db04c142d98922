// Reads test data as SYZOJ's judge does: node syzoj.cjs JUDGE PACKAGE...
// JUDGE is a directory with the source of judge-v3. NODE_PATH has esbuild and js-yaml, of
// version 3 as the judge wants it.
const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');

const [judge, ...packages] = process.argv.slice(2);
const load = createRequire(path.join(process.env.NODE_PATH || '.', 'package.json'));

async function main() {
    const { outputFiles: [bundle] } = await load('esbuild').build({
        entryPoints: [path.join(judge, 'src/daemon/testData.ts')],
        bundle: true, write: false, platform: 'node', format: 'cjs', logLevel: 'error',
        nodePaths: [process.env.NODE_PATH],
        plugins: [{
            name: 'configuration',
            setup(build) { // the judge reads the directory from its arguments
                build.onResolve({ filter: /^\.\/config$/ }, () => ({ path: 'c', namespace: 'c' }));
                build.onLoad({ filter: /.*/, namespace: 'c' }, () => ({
                    contents: `export const globalConfig = { testDataDirectory: '/' }`,
                }));
            },
        }],
    });
    const module = { exports: {} };
    new Function('module', 'exports', 'require', bundle.text)(module, module.exports, load);
    let failed = 0;
    for (const dir of packages) {
        try {
            const data = await module.exports.readRulesFile(path.resolve(dir));
            const cases = data.subtasks.flatMap((s) => s.cases);
            if (!cases.length || !data.spj.sourceCode) throw new Error('found no cases or checker');
            for (const c of cases) {
                for (const f of [c.input, c.output]) fs.readFileSync(path.join(dir, f));
            }
            const files = fs.readdirSync(dir, { recursive: true });
            if (files.length > 100) throw new Error(`${files.length} files`);
        } catch (e) {
            failed++;
            console.log(`${dir}: ${e.message}`);
        }
    }
    console.log(`${packages.length} packages, ${failed} refused`);
    process.exit(failed ? 1 : 0);
}

main().catch((e) => { console.error(e); process.exit(2); });
