import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Fresh attempts are made by the last module","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0016-last-module.md","filePath":"decisions/0016-last-module.md"}');
const _sfc_main = { name: "decisions/0016-last-module.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="fresh-attempts-are-made-by-the-last-module" tabindex="-1">Fresh attempts are made by the last module <a class="header-anchor" href="#fresh-attempts-are-made-by-the-last-module" aria-label="Permalink to &quot;Fresh attempts are made by the last module&quot;">​</a></h1><p>What is suspected is known only when the last case of the last suite is through, and has to be attempted again within the same <code>vitest run</code>. Vitest runs modules in workers that do not know of each other, and a second run started by a reporter would make every other reporter report twice.</p><p>So the main process writes down which suite modules there are when the run starts, and every module marks that it is through in its <code>afterAll</code>. The one that finds all marks there, and is the first to take a lock file, reads the journal of attempts, asks the gate what is suspected, and makes the fresh attempts right there. The verdict is given by the reporter at the end of the run. A module that never gets to its <code>afterAll</code> leaves the marks incomplete: then there are no fresh attempts, and the verdict is an error, never a pass.</p><p>In a sharded run each shard does so with its share of the tasks, and the attempts travel in its blob. A suspicion that only the whole raises finds no fresh attempts; the verdict is <code>inconclusive</code> then.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0016-last-module.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0016LastModule = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0016LastModule as default
};
