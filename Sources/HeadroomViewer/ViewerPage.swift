internal import Foundation

/// The page's files, embedded in the code.
package enum ViewerPage {
  /// The page itself.
  package static var index: [UInt8] { PackageResources.index_html }

  /// Every file of the folder `Page`, by its name.
  package static let files: [String: [UInt8]] = [
    "api.js": PackageResources.api_js,
    "bands.js": PackageResources.bands_js,
    "captions.js": PackageResources.captions_js,
    "changes.js": PackageResources.changes_js,
    "colour.js": PackageResources.colour_js,
    "comparing.js": PackageResources.comparing_js,
    "controls.js": PackageResources.controls_js,
    "cpu-renderer.js": PackageResources.cpu_renderer_js,
    "dom.js": PackageResources.dom_js,
    "exporting.js": PackageResources.exporting_js,
    "files.js": PackageResources.files_js,
    "filmstrip.js": PackageResources.filmstrip_js,
    "filter-colours.js": PackageResources.filter_colours_js,
    "filter-inputs.js": PackageResources.filter_inputs_js,
    "filter-picker.js": PackageResources.filter_picker_js,
    "filter-starts.js": PackageResources.filter_starts_js,
    "filter-text.js": PackageResources.filter_text_js,
    "filter-words.js": PackageResources.filter_words_js,
    "filtered.js": PackageResources.filtered_js,
    "filters.js": PackageResources.filters_js,
    "gain.js": PackageResources.gain_js,
    "geometry.js": PackageResources.geometry_js,
    "gestures.js": PackageResources.gestures_js,
    "gl-renderer.js": PackageResources.gl_renderer_js,
    "gl-shaders.js": PackageResources.gl_shaders_js,
    "gl-tables.js": PackageResources.gl_tables_js,
    "graph-layout.js": PackageResources.graph_layout_js,
    "graph.js": PackageResources.graph_js,
    "halfs.js": PackageResources.halfs_js,
    "icon.svg": PackageResources.icon_svg,
    "index.html": PackageResources.index_html,
    "inspector.js": PackageResources.inspector_js,
    "keys.js": PackageResources.keys_js,
    "line.js": PackageResources.line_js,
    "live-video.js": PackageResources.live_video_js,
    "live.js": PackageResources.live_js,
    "looks.js": PackageResources.looks_js,
    "main.js": PackageResources.main_js,
    "metadata.js": PackageResources.metadata_js,
    "network.js": PackageResources.network_js,
    "notice.js": PackageResources.notice_js,
    "overlay.js": PackageResources.overlay_js,
    "page-screen.js": PackageResources.page_screen_js,
    "page.css": PackageResources.page_css,
    "panels.js": PackageResources.panels_js,
    "picture.js": PackageResources.picture_js,
    "placeholder.js": PackageResources.placeholder_js,
    "proof-rows.js": PackageResources.proof_rows_js,
    "proof-worker.js": PackageResources.proof_worker_js,
    "proof.js": PackageResources.proof_js,
    "scope-bins.js": PackageResources.scope_bins_js,
    "scope-plots.js": PackageResources.scope_plots_js,
    "scopes-worker.js": PackageResources.scopes_worker_js,
    "scopes.js": PackageResources.scopes_js,
    "screen-test.js": PackageResources.screen_test_js,
    "sliders.js": PackageResources.sliders_js,
    "sources.js": PackageResources.sources_js,
    "stage-light.js": PackageResources.stage_light_js,
    "stage-view.js": PackageResources.stage_view_js,
    "stage.js": PackageResources.stage_js,
    "state.js": PackageResources.state_js,
    "tone.js": PackageResources.tone_js,
    "units.js": PackageResources.units_js,
    "uploading.js": PackageResources.uploading_js,
    "words.js": PackageResources.words_js,
  ]

  /// The media type of a file, by its extension.
  package static func type(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}
